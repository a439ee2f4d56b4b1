// Rows that have no divisor: the only piece of them is all of them.
func.func @task(%x: tensor<17x48xf32>) -> tensor<48xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<48xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<48xf32>) -> tensor<48xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<17x48xf32>)
      outs(%zeros : tensor<48xf32>) dimensions = [0]
  return %sum : tensor<48xf32>
}
