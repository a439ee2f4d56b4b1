// Rows that no vector divides.
func.func @task(%x: tensor<5x37xf32>) -> tensor<5xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<5x37xf32>)
      outs(%zeros : tensor<5xf32>) dimensions = [1]
  return %sum : tensor<5xf32>
}
