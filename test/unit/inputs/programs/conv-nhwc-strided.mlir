// Strides and dilations: accesses with factors other than one.
func.func @task(%x: tensor<2x17x19x4xf32>, %w: tensor<3x3x4x16xf32>) -> tensor<2x7x8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x7x8x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x7x8x16xf32>) -> tensor<2x7x8x16xf32>
  %conv = linalg.conv_2d_nhwc_hwcf
      {dilations = dense<2> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%x, %w : tensor<2x17x19x4xf32>, tensor<3x3x4x16xf32>)
      outs(%zeros : tensor<2x7x8x16xf32>) -> tensor<2x7x8x16xf32>
  return %conv : tensor<2x7x8x16xf32>
}
