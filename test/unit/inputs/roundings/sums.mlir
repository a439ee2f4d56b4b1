#id = affine_map<(i, j) -> (i, j)>
func.func @f(%a: tensor<4x64xbf16>, %b: tensor<64x8xbf16>) -> tensor<4x8xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %s = linalg.matmul ins(%a, %b : tensor<4x64xbf16>, tensor<64x8xbf16>)
      outs(%z : tensor<4x8xf32>) -> tensor<4x8xf32>
  %n = tensor.empty() : tensor<4x8xbf16>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<4x8xf32>) outs(%n : tensor<4x8xbf16>) {
  ^bb0(%v: f32, %o: bf16):
    %0 = arith.truncf %v : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<4x8xbf16>
  return %r : tensor<4x8xbf16>
}
