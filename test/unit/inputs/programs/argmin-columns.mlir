// Two results of one reduction, along contiguous rows, of an odd extent.
#all = affine_map<(i, j) -> (j, i)>
#column = affine_map<(i, j) -> (i)>
func.func @task(%x: tensor<40x60xf32>) -> (tensor<60xf32>, tensor<60xi64>) {
  %most = arith.constant 0x7F800000 : f32
  %first = arith.constant 0 : i64
  %values = tensor.empty() : tensor<60xf32>
  %places = tensor.empty() : tensor<60xi64>
  %m = linalg.fill ins(%most : f32) outs(%values : tensor<60xf32>) -> tensor<60xf32>
  %k = linalg.fill ins(%first : i64) outs(%places : tensor<60xi64>) -> tensor<60xi64>
  %r:2 = linalg.generic
      {indexing_maps = [#all, #column, #column], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<40x60xf32>) outs(%m, %k : tensor<60xf32>, tensor<60xi64>) {
  ^bb0(%p: f32, %best: f32, %at: i64):
    %j = linalg.index 1 : index
    %here = arith.index_cast %j : index to i64
    %better = arith.cmpf olt, %p, %best : f32
    %0 = arith.select %better, %p, %best : f32
    %1 = arith.select %better, %here, %at : i64
    linalg.yield %0, %1 : f32, i64
  } -> (tensor<60xf32>, tensor<60xi64>)
  return %r#0, %r#1 : tensor<60xf32>, tensor<60xi64>
}
