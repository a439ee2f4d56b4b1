// Overlapping windows, channel by channel.
func.func @task(%x: tensor<1x6x18x30xf32>) -> tensor<1x6x16x28xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %window = tensor.empty() : tensor<3x3xf32>
  %empty = tensor.empty() : tensor<1x6x16x28xf32>
  %none = linalg.fill ins(%lowest : f32) outs(%empty : tensor<1x6x16x28xf32>) -> tensor<1x6x16x28xf32>
  %pool = linalg.pooling_nchw_max
      ins(%x, %window : tensor<1x6x18x30xf32>, tensor<3x3xf32>)
      outs(%none : tensor<1x6x16x28xf32>) -> tensor<1x6x16x28xf32>
  return %pool : tensor<1x6x16x28xf32>
}
