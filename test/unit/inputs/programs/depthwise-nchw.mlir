// Channel by channel, the pixels are the lanes.
func.func @task(%x: tensor<1x6x18x30xf32>, %w: tensor<6x3x3xf32>) -> tensor<1x6x16x28xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x6x16x28xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x6x16x28xf32>) -> tensor<1x6x16x28xf32>
  %conv = linalg.depthwise_conv_2d_nchw_chw 
      ins(%x, %w : tensor<1x6x18x30xf32>, tensor<6x3x3xf32>)
      outs(%zeros : tensor<1x6x16x28xf32>) -> tensor<1x6x16x28xf32>
  return %conv : tensor<1x6x16x28xf32>
}
