// Sizes without divisors.
func.func @task(%a: tensor<7x11xf32>, %b: tensor<11x13xf32>) -> tensor<7x13xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<7x13xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<7x13xf32>) -> tensor<7x13xf32>
  %c = linalg.matmul
      ins(%a, %b : tensor<7x11xf32>, tensor<11x13xf32>)
      outs(%zeros : tensor<7x13xf32>) -> tensor<7x13xf32>
  return %c : tensor<7x13xf32>
}
