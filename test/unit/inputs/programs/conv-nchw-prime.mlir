// Neither rows nor channels have divisors; the window is dilated.
func.func @task(%x: tensor<2x3x9x35xf32>, %w: tensor<7x3x3x3xf32>) -> tensor<2x7x5x31xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x7x5x31xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x7x5x31xf32>) -> tensor<2x7x5x31xf32>
  %conv = linalg.conv_2d_nchw_fchw {dilations = dense<2> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<2x3x9x35xf32>, tensor<7x3x3x3xf32>)
      outs(%zeros : tensor<2x7x5x31xf32>) -> tensor<2x7x5x31xf32>
  return %conv : tensor<2x7x5x31xf32>
}
