// Every second pixel by itself.
func.func @task(%x: tensor<2x15x67x67xf32>, %w: tensor<39x15x1x1xf32>) -> tensor<2x39x34x34xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x39x34x34xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x39x34x34xf32>) -> tensor<2x39x34x34xf32>
  %conv = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%x, %w : tensor<2x15x67x67xf32>, tensor<39x15x1x1xf32>)
      outs(%zeros : tensor<2x39x34x34xf32>) -> tensor<2x39x34x34xf32>
  return %conv : tensor<2x39x34x34xf32>
}
