// Down columns: the operation is no sum of what is read.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
func.func @task(%rows: tensor<64x96xf32>) -> tensor<96xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<96xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<96xf32>) -> tensor<96xf32>
  %0 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel"]} ins(%rows : tensor<64x96xf32>) outs(%start : tensor<96xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.subf %in, %out : f32
    linalg.yield %1 : f32
  } -> tensor<96xf32>
  return %0 : tensor<96xf32>
}
