// Divisors that are no powers of two.
func.func @task(%a: tensor<98x33xf32>, %b: tensor<33x150xf32>) -> tensor<98x150xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<98x150xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<98x150xf32>) -> tensor<98x150xf32>
  %c = linalg.matmul
      ins(%a, %b : tensor<98x33xf32>, tensor<33x150xf32>)
      outs(%zeros : tensor<98x150xf32>) -> tensor<98x150xf32>
  return %c : tensor<98x150xf32>
}
