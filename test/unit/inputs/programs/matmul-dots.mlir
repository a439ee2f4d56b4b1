// A few rows times a transposed matrix, with long sums: dot products.
#left = affine_map<(m, n, k) -> (m, k)>
#right = affine_map<(m, n, k) -> (n, k)>
#result = affine_map<(m, n, k) -> (m, n)>
func.func @task(%a: tensor<16x256xf32>, %b: tensor<96x256xf32>) -> tensor<16x96xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x96xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x96xf32>) -> tensor<16x96xf32>
  %c = linalg.matmul indexing_maps = [#left, #right, #result]
      ins(%a, %b : tensor<16x256xf32>, tensor<96x256xf32>)
      outs(%zeros : tensor<16x96xf32>) -> tensor<16x96xf32>
  return %c : tensor<16x96xf32>
}
