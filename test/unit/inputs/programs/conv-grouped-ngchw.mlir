// Groups of channels, channels before pixels, every second pixel.
func.func @task(%x: tensor<1x3x4x17x13xf32>, %w: tensor<3x32x4x3x3xf32>) -> tensor<1x3x32x8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x3x32x8x6xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x3x32x8x6xf32>) -> tensor<1x3x32x8x6xf32>
  %conv = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%x, %w : tensor<1x3x4x17x13xf32>, tensor<3x32x4x3x3xf32>)
      outs(%zeros : tensor<1x3x32x8x6xf32>) -> tensor<1x3x32x8x6xf32>
  return %conv : tensor<1x3x32x8x6xf32>
}
