// The first operand is transposed, and nothing divides the lanes.
func.func @f(%a: tensor<264x36xf32>, %b: tensor<264x150xf32>) -> tensor<36x150xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<36x150xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<36x150xf32>) -> tensor<36x150xf32>
  %c = linalg.matmul indexing_maps = [
      affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>,
      affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<264x36xf32>, tensor<264x150xf32>)
      outs(%init : tensor<36x150xf32>) -> tensor<36x150xf32>
  return %c : tensor<36x150xf32>
}
