// The lanes run along the width, the rows along the height.
func.func @task(%x: tensor<1x6x18x34xf32>, %w: tensor<8x6x3x3xf32>) -> tensor<1x8x16x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x8x16x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x8x16x32xf32>) -> tensor<1x8x16x32xf32>
  %conv = linalg.conv_2d_nchw_fchw
      ins(%x, %w : tensor<1x6x18x34xf32>, tensor<8x6x3x3xf32>)
      outs(%zeros : tensor<1x8x16x32xf32>) -> tensor<1x8x16x32xf32>
  return %conv : tensor<1x8x16x32xf32>
}
