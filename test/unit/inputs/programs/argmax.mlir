// Two results of one reduction.
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @task(%x: tensor<16x64xf32>, %m: tensor<16xf32>, %k: tensor<16xi32>) -> (tensor<16xf32>, tensor<16xi32>) {
  %r:2 = linalg.generic
      {indexing_maps = [#all, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x64xf32>) outs(%m, %k : tensor<16xf32>, tensor<16xi32>) {
  ^bb0(%p: f32, %best: f32, %at: i32):
    %j = linalg.index 1 : index
    %here = arith.index_cast %j : index to i32
    %better = arith.cmpf ogt, %p, %best : f32
    %0 = arith.select %better, %p, %best : f32
    %1 = arith.select %better, %here, %at : i32
    linalg.yield %0, %1 : f32, i32
  } -> (tensor<16xf32>, tensor<16xi32>)
  return %r#0, %r#1 : tensor<16xf32>, tensor<16xi32>
}
