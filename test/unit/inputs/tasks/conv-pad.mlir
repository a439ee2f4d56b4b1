// A pad joins the convolution that it feeds; what comes before does not.
//= 1 x conv_2d_nhwc_hwcf 1x6x6x4x3x3x2: pad fill convolution
//= 1 x exp 1x6x6x2: elementwise
func.func @f(%y: tensor<1x6x6x2xf32>, %w: tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32> {
  %zero = arith.constant 0.0 : f32
  %before = tensor.empty() : tensor<1x6x6x2xf32>
  %x = linalg.exp ins(%y : tensor<1x6x6x2xf32>) outs(%before : tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  %padded = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x6x6x2xf32> to tensor<1x8x8x2xf32>
  %empty = tensor.empty() : tensor<1x6x6x4xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  %conv = linalg.conv_2d_nhwc_hwcf ins(%padded, %w : tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) outs(%zeros : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  return %conv : tensor<1x6x6x4xf32>
}
