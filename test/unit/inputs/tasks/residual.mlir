// Only one of two convolutions becomes part of the task of their sum.
//= 1 x conv_2d_nhwc_hwcf 1x6x6x4x3x3x2 +elementwise: fill convolution elementwise
//= 1 x conv_2d_nhwc_hwcf 1x6x6x4x3x3x2: fill convolution
func.func @f(%x: tensor<1x8x8x2xf32>, %y: tensor<1x8x8x2xf32>, %v: tensor<3x3x2x4xf32>, %w: tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x6x6x4xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  %left = linalg.conv_2d_nhwc_hwcf ins(%x, %v : tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) outs(%zeros : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  %right = linalg.conv_2d_nhwc_hwcf ins(%y, %w : tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) outs(%zeros : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  %sum = linalg.add ins(%left, %right : tensor<1x6x6x4xf32>, tensor<1x6x6x4xf32>) outs(%empty : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  return %sum : tensor<1x6x6x4xf32>
}
