// The rows are contiguous in the first operand: its tiles are packed as well.
func.func @task(%a: tensor<512x98xf32>, %b: tensor<512x256xf32>) -> tensor<98x256xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<98x256xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<98x256xf32>) -> tensor<98x256xf32>
  %c = linalg.matmul indexing_maps = [
      affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>,
      affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<512x98xf32>, tensor<512x256xf32>)
      outs(%zeros : tensor<98x256xf32>) -> tensor<98x256xf32>
  return %c : tensor<98x256xf32>
}
