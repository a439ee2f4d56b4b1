func.func @conv(%image: tensor<2x11x11x32xf32>, %filter: tensor<3x3x32x48xf32>) -> tensor<2x5x5x48xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x5x5x48xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x5x5x48xf32>) -> tensor<2x5x5x48xf32>
  %conv = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%image, %filter : tensor<2x11x11x32xf32>, tensor<3x3x32x48xf32>) outs(%fill : tensor<2x5x5x48xf32>) -> tensor<2x5x5x48xf32>
  return %conv : tensor<2x5x5x48xf32>
}
