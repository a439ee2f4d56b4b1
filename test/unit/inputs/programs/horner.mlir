// Of everything: there is a single result, and no part of the work to share.
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
func.func @task(%coefficients: tensor<4096xf32>) -> tensor<f32> {
  %half = arith.constant 0.5 : f32
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<f32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %0 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%coefficients : tensor<4096xf32>) outs(%start : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.mulf %out, %half : f32
    %2 = arith.addf %1, %in : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
