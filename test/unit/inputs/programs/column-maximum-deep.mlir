// Columns of f16 over two outer loops, an inner one of a prime extent, and what is
// done with each then.
#all = affine_map<(i, j, k) -> (i, j, k)>
#column = affine_map<(i, j, k) -> (k)>
#own = affine_map<(k) -> (k)>
func.func @task(%x: tensor<3x17x48xf16>, %scale: tensor<48xf16>) -> tensor<48xf16> {
  %lowest = arith.constant 0xFC00 : f16
  %empty = tensor.empty() : tensor<48xf16>
  %lows = linalg.fill ins(%lowest : f16) outs(%empty : tensor<48xf16>) -> tensor<48xf16>
  %largest = linalg.generic
      {indexing_maps = [#all, #column], iterator_types = ["reduction", "reduction", "parallel"]}
      ins(%x : tensor<3x17x48xf16>) outs(%lows : tensor<48xf16>) {
  ^bb0(%p: f16, %so_far: f16):
    %s = arith.maximumf %p, %so_far : f16
    linalg.yield %s : f16
  } -> tensor<48xf16>
  %r = linalg.generic
      {indexing_maps = [#own, #own, #own], iterator_types = ["parallel"]}
      ins(%largest, %scale : tensor<48xf16>, tensor<48xf16>) outs(%empty : tensor<48xf16>) {
  ^bb0(%p: f16, %q: f16, %out: f16):
    %s = arith.mulf %p, %q : f16
    linalg.yield %s : f16
  } -> tensor<48xf16>
  return %r : tensor<48xf16>
}
