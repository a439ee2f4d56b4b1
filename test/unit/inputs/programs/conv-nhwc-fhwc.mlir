// The filter is not contiguous along the output channels.
func.func @task(%x: tensor<1x18x18x6xf32>, %w: tensor<32x3x3x6xf32>) -> tensor<1x16x16x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x16x16x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x16x16x32xf32>) -> tensor<1x16x16x32xf32>
  %conv = linalg.conv_2d_nhwc_fhwc 
      ins(%x, %w : tensor<1x18x18x6xf32>, tensor<32x3x3x6xf32>)
      outs(%zeros : tensor<1x16x16x32xf32>) -> tensor<1x16x16x32xf32>
  return %conv : tensor<1x16x16x32xf32>
}
