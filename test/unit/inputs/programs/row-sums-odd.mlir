// Rows of two loops, summed up over two, in pieces of odd numbers, then scaled.
#all = affine_map<(b, r, i, j) -> (b, r, i, j)>
#perRow = affine_map<(b, r, i, j) -> (b, r)>
#own = affine_map<(b, r) -> (b, r)>
func.func @task(%x: tensor<3x5x7x48xf32>, %scale: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x5xf32>) -> tensor<3x5xf32>
  %sum = linalg.generic
      {indexing_maps = [#all, #perRow], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x : tensor<3x5x7x48xf32>) outs(%zeros : tensor<3x5xf32>) {
  ^bb0(%p: f32, %out: f32):
    %s = arith.addf %p, %out : f32
    linalg.yield %s : f32
  } -> tensor<3x5xf32>
  %r = linalg.generic
      {indexing_maps = [#own, #own, #own], iterator_types = ["parallel", "parallel"]}
      ins(%sum, %scale : tensor<3x5xf32>, tensor<3x5xf32>) outs(%empty : tensor<3x5xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %s = arith.mulf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}
