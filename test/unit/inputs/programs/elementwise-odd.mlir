// Sizes without divisors, and an operand that is read across.
#all = affine_map<(i, j) -> (i, j)>
#across = affine_map<(i, j) -> (j, i)>
func.func @task(%x: tensor<17x29xf32>, %y: tensor<29x17xf32>) -> tensor<17x29xf32> {
  %empty = tensor.empty() : tensor<17x29xf32>
  %r = linalg.generic
      {indexing_maps = [#all, #across, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<17x29xf32>, tensor<29x17xf32>) outs(%empty : tensor<17x29xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %sum = arith.addf %p, %q : f32
    linalg.yield %sum : f32
  } -> tensor<17x29xf32>
  return %r : tensor<17x29xf32>
}
