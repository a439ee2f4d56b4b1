func.func @conv(%image: tensor<1x256x14x14xf32>, %filter: tensor<64x256x1x1xf32>) -> tensor<1x64x14x14xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x64x14x14xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%image, %filter : tensor<1x256x14x14xf32>, tensor<64x256x1x1xf32>) outs(%fill : tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32>
  return %conv : tensor<1x64x14x14xf32>
}
