// A window of one: reduction loops without iterations.
func.func @task(%x: tensor<1x12x12x16xf32>, %w: tensor<1x1x16x48xf32>) -> tensor<1x12x12x48xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x12x12x48xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x12x12x48xf32>) -> tensor<1x12x12x48xf32>
  %conv = linalg.conv_2d_nhwc_hwcf
      ins(%x, %w : tensor<1x12x12x16xf32>, tensor<1x1x16x48xf32>)
      outs(%zeros : tensor<1x12x12x48xf32>) -> tensor<1x12x12x48xf32>
  return %conv : tensor<1x12x12x48xf32>
}
