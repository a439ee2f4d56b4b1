func.func @pool(%image: tensor<1x16x55x55xf32>) -> tensor<1x16x27x27xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %window = tensor.empty() : tensor<3x3xf32>
  %empty = tensor.empty() : tensor<1x16x27x27xf32>
  %init = linalg.fill ins(%lowest : f32) outs(%empty : tensor<1x16x27x27xf32>) -> tensor<1x16x27x27xf32>
  %r = linalg.pooling_nchw_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%image, %window : tensor<1x16x55x55xf32>, tensor<3x3xf32>)
      outs(%init : tensor<1x16x27x27xf32>) -> tensor<1x16x27x27xf32>
  return %r : tensor<1x16x27x27xf32>
}
