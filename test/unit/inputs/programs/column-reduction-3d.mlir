// Sums over the two outer of three dimensions.
func.func @task(%x: tensor<24x16x80xf32>) -> tensor<80xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<80xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<80xf32>) -> tensor<80xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<24x16x80xf32>)
      outs(%zeros : tensor<80xf32>) dimensions = [0, 1]
  return %sum : tensor<80xf32>
}
