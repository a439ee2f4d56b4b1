// Transposed, packed and peeled: nothing divides the rows.
#left = affine_map<(m, n, k) -> (m, k)>
#right = affine_map<(m, n, k) -> (n, k)>
#result = affine_map<(m, n, k) -> (m, n)>
func.func @task(%a: tensor<97x48xf32>, %b: tensor<128x48xf32>) -> tensor<97x128xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<97x128xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<97x128xf32>) -> tensor<97x128xf32>
  %c = linalg.matmul indexing_maps = [#left, #right, #result]
      ins(%a, %b : tensor<97x48xf32>, tensor<128x48xf32>)
      outs(%zeros : tensor<97x128xf32>) -> tensor<97x128xf32>
  return %c : tensor<97x128xf32>
}
