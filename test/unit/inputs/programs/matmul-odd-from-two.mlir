// Sums that begin at something else than nothing, of extents that are padded.
func.func @task(%a: tensor<57x70xf32>, %b: tensor<70x45xf32>) -> tensor<57x45xf32> {
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<57x45xf32>
  %f = linalg.fill ins(%two : f32) outs(%e : tensor<57x45xf32>) -> tensor<57x45xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<57x70xf32>, tensor<70x45xf32>) outs(%f : tensor<57x45xf32>) -> tensor<57x45xf32>
  return %0 : tensor<57x45xf32>
}
