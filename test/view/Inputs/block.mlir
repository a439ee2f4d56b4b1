// A block of a network: a convolution with a ReLU, and a product with a bias.
#image = affine_map<(n, h, w, c) -> (n, h, w, c)>
#all = affine_map<(row, column) -> (row, column)>
#perColumn = affine_map<(row, column) -> (column)>
func.func @block(%image: tensor<1x30x30x32xf32>, %filter: tensor<3x3x32x64xf32>, %a: tensor<128x256xf32>, %b: tensor<256x512xf32>, %bias: tensor<512xf32>) -> (tensor<1x28x28x64xf32>, tensor<128x512xf32>) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<1x28x28x64xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x28x28x64xf32>) -> tensor<1x28x28x64xf32>
  %conv = linalg.conv_2d_nhwc_hwcf ins(%image, %filter : tensor<1x30x30x32xf32>, tensor<3x3x32x64xf32>) outs(%z0 : tensor<1x28x28x64xf32>) -> tensor<1x28x28x64xf32>
  %relu = linalg.generic {indexing_maps = [#image, #image], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%conv : tensor<1x28x28x64xf32>) outs(%e0 : tensor<1x28x28x64xf32>) {
  ^bb0(%p: f32, %out: f32):
    %m = arith.maximumf %p, %zero : f32
    linalg.yield %m : f32
  } -> tensor<1x28x28x64xf32>
  %e1 = tensor.empty() : tensor<128x512xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<128x512xf32>) -> tensor<128x512xf32>
  %product = linalg.matmul ins(%a, %b : tensor<128x256xf32>, tensor<256x512xf32>) outs(%z1 : tensor<128x512xf32>) -> tensor<128x512xf32>
  %biased = linalg.generic {indexing_maps = [#all, #perColumn, #all], iterator_types = ["parallel", "parallel"]} ins(%product, %bias : tensor<128x512xf32>, tensor<512xf32>) outs(%e1 : tensor<128x512xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<128x512xf32>
  return %relu, %biased : tensor<1x28x28x64xf32>, tensor<128x512xf32>
}
