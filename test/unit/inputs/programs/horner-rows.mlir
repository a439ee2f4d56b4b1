// Horner's rule along rows: no two parts of a row can be merged.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
func.func @task(%coefficients: tensor<96x64xf32>) -> tensor<96xf32> {
  %half = arith.constant 0.5 : f32
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<96xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<96xf32>) -> tensor<96xf32>
  %0 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%coefficients : tensor<96x64xf32>) outs(%start : tensor<96xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.mulf %out, %half : f32
    %2 = arith.addf %1, %in : f32
    linalg.yield %2 : f32
  } -> tensor<96xf32>
  return %0 : tensor<96xf32>
}
