// Pixels two apart are no lanes.
func.func @task(%x: tensor<1x6x17x33xf32>, %w: tensor<6x3x3xf32>) -> tensor<1x6x8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x6x8x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x6x8x16xf32>) -> tensor<1x6x8x16xf32>
  %conv = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%x, %w : tensor<1x6x17x33xf32>, tensor<6x3x3xf32>)
      outs(%zeros : tensor<1x6x8x16xf32>) -> tensor<1x6x8x16xf32>
  return %conv : tensor<1x6x8x16xf32>
}
