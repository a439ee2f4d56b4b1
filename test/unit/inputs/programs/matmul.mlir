// Sizes with many divisors.
func.func @task(%a: tensor<96x64xf32>, %b: tensor<64x128xf32>) -> tensor<96x128xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<96x128xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<96x128xf32>) -> tensor<96x128xf32>
  %c = linalg.matmul
      ins(%a, %b : tensor<96x64xf32>, tensor<64x128xf32>)
      outs(%zeros : tensor<96x128xf32>) -> tensor<96x128xf32>
  return %c : tensor<96x128xf32>
}
