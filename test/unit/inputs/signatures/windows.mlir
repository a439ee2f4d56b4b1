// Convolutions of other images are alike; those of other strides are not.

func.func @conv(%x: tensor<1x10x10x4xf32>, %w: tensor<3x3x4x8xf32>, %y: tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x10x10x4xf32>, tensor<3x3x4x8xf32>) outs(%y : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return %r : tensor<1x8x8x8xf32>
}
func.func @conv_larger(%x: tensor<2x18x30x16xf32>, %w: tensor<5x5x16x8xf32>, %y: tensor<2x14x26x8xf32>) -> tensor<2x14x26x8xf32> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<2x18x30x16xf32>, tensor<5x5x16x8xf32>) outs(%y : tensor<2x14x26x8xf32>) -> tensor<2x14x26x8xf32>
  return %r : tensor<2x14x26x8xf32>
}
func.func @conv_strided(%x: tensor<1x17x17x4xf32>, %w: tensor<3x3x4x8xf32>, %y: tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<1x17x17x4xf32>, tensor<3x3x4x8xf32>) outs(%y : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return %r : tensor<1x8x8x8xf32>
}
func.func @pieces(%a: tensor<4x8xf32>, %b: tensor<8x8xf32>) -> tensor<12x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %x = linalg.exp ins(%a : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %f = tensor.empty() : tensor<8x8xf32>
  %y = linalg.exp ins(%b : tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %w = tensor.empty() : tensor<12x8xf32>
  %0 = tensor.insert_slice %x into %w[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<12x8xf32>
  %1 = tensor.insert_slice %y into %0[4, 0] [8, 8] [1, 1] : tensor<8x8xf32> into tensor<12x8xf32>
  return %1 : tensor<12x8xf32>
}
func.func @pieces_larger(%a: tensor<40x8xf32>, %b: tensor<3x8xf32>) -> tensor<43x8xf32> {
  %e = tensor.empty() : tensor<40x8xf32>
  %x = linalg.exp ins(%a : tensor<40x8xf32>) outs(%e : tensor<40x8xf32>) -> tensor<40x8xf32>
  %f = tensor.empty() : tensor<3x8xf32>
  %y = linalg.exp ins(%b : tensor<3x8xf32>) outs(%f : tensor<3x8xf32>) -> tensor<3x8xf32>
  %w = tensor.empty() : tensor<43x8xf32>
  %0 = tensor.insert_slice %x into %w[0, 0] [40, 8] [1, 1] : tensor<40x8xf32> into tensor<43x8xf32>
  %1 = tensor.insert_slice %y into %0[40, 0] [3, 8] [1, 1] : tensor<3x8xf32> into tensor<43x8xf32>
  return %1 : tensor<43x8xf32>
}
