// Channel by channel, behind a pad.
func.func @task(%x: tensor<1x12x12x32xf32>, %w: tensor<3x3x32xf32>) -> tensor<1x12x12x32xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x12x12x32xf32> to tensor<1x14x14x32xf32>
  %empty = tensor.empty() : tensor<1x12x12x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x12x12x32xf32>) -> tensor<1x12x12x32xf32>
  %conv = linalg.depthwise_conv_2d_nhwc_hwc
      ins(%padded, %w : tensor<1x14x14x32xf32>, tensor<3x3x32xf32>)
      outs(%zeros : tensor<1x12x12x32xf32>) -> tensor<1x12x12x32xf32>
  return %conv : tensor<1x12x12x32xf32>
}
