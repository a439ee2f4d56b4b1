// A convolution in three dimensions, with a stride.
func.func @conv_3d(%x: tensor<2x4x5x13x3xf32>, %k: tensor<2x3x3x3x32xf32>) -> tensor<2x3x3x6x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x3x3x6x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x3x3x6x32xf32>) -> tensor<2x3x3x6x32xf32>
  %0 = linalg.conv_3d_ndhwc_dhwcf
      {dilations = dense<1> : tensor<3xi64>, strides = dense<[1, 1, 2]> : tensor<3xi64>}
      ins(%x, %k : tensor<2x4x5x13x3xf32>, tensor<2x3x3x3x32xf32>)
      outs(%zeros : tensor<2x3x3x6x32xf32>) -> tensor<2x3x3x6x32xf32>
  return %0 : tensor<2x3x3x6x32xf32>
}
