#map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
func.func @conv_3d_deep(%image: tensor<1x4x6x8x256xf32>, %filter: tensor<3x3x3x256x32xf32>) -> tensor<1x2x4x6x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x4x6x32xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x4x6x32xf32>) -> tensor<1x2x4x6x32xf32>
  %conv = linalg.conv_3d_ndhwc_dhwcf ins(%image, %filter : tensor<1x4x6x8x256xf32>, tensor<3x3x3x256x32xf32>) outs(%fill : tensor<1x2x4x6x32xf32>) -> tensor<1x2x4x6x32xf32>
  %relu = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%conv : tensor<1x2x4x6x32xf32>) outs(%empty : tensor<1x2x4x6x32xf32>) {
  ^bb0(%in: f32, %out: f32):
    %max = arith.maximumf %in, %zero : f32
    linalg.yield %max : f32
  } -> tensor<1x2x4x6x32xf32>
  return %relu : tensor<1x2x4x6x32xf32>
}
