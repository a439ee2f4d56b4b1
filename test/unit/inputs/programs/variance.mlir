// Two sums of one reduction.
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @task(%x: tensor<16x64xf32>, %m: tensor<16xf32>, %k: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %r:2 = linalg.generic
      {indexing_maps = [#all, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x64xf32>) outs(%m, %k : tensor<16xf32>, tensor<16xf32>) {
  ^bb0(%p: f32, %sum: f32, %squares: f32):
    %0 = arith.addf %p, %sum : f32
    %1 = arith.mulf %p, %p : f32
    %2 = arith.addf %1, %squares : f32
    linalg.yield %0, %2 : f32, f32
  } -> (tensor<16xf32>, tensor<16xf32>)
  return %r#0, %r#1 : tensor<16xf32>, tensor<16xf32>
}
