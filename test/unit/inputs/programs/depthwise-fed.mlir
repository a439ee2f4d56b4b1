// A depthwise convolution behind the product that makes its image: what feeds
// it is computed tile by tile.
#image = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#channel = affine_map<(d0, d1, d2, d3) -> (d3)>
#pixel = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
#weight = affine_map<(d0, d1, d2, d3, d4) -> (d4, d3)>
#sum = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
func.func @task(%x: tensor<1x28x28x8xf32>, %w: tensor<8x64xf32>, %v: tensor<64xf32>, %d: tensor<3x3x64xf32>, %b: tensor<64xf32>) -> tensor<1x28x28x64xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant -0.0 : f32
  %six = arith.constant 6.0 : f32
  %e = tensor.empty() : tensor<1x28x28x64xf32>
  %f = linalg.fill ins(%none : f32) outs(%e : tensor<1x28x28x64xf32>) -> tensor<1x28x28x64xf32>
  %p = linalg.generic {indexing_maps = [#pixel, #weight, #sum], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%x, %w : tensor<1x28x28x8xf32>, tensor<8x64xf32>) outs(%f : tensor<1x28x28x64xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %m = arith.mulf %l, %r : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x28x28x64xf32>
  %a = linalg.generic {indexing_maps = [#image, #channel, #image], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%p, %v : tensor<1x28x28x64xf32>, tensor<64xf32>) outs(%e : tensor<1x28x28x64xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %s = arith.addf %l, %r : f32
    %m = arith.maximumf %s, %zero : f32
    %n = arith.minimumf %m, %six : f32
    linalg.yield %n : f32
  } -> tensor<1x28x28x64xf32>
  %padded = tensor.pad %a low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x28x28x64xf32> to tensor<1x30x30x64xf32>
  %g = linalg.fill ins(%zero : f32) outs(%e : tensor<1x28x28x64xf32>) -> tensor<1x28x28x64xf32>
  %c = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %d : tensor<1x30x30x64xf32>, tensor<3x3x64xf32>) outs(%g : tensor<1x28x28x64xf32>) -> tensor<1x28x28x64xf32>
  %y = linalg.generic {indexing_maps = [#image, #channel, #image], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%c, %b : tensor<1x28x28x64xf32>, tensor<64xf32>) outs(%e : tensor<1x28x28x64xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %s = arith.addf %l, %r : f32
    %m = arith.maximumf %s, %zero : f32
    linalg.yield %m : f32
  } -> tensor<1x28x28x64xf32>
  return %y : tensor<1x28x28x64xf32>
}
