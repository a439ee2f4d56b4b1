// Windows with holes, two elements apart.
func.func @task(%x: tensor<1x37x37x8xf32>, %w: tensor<3x3x8x32xf32>) -> tensor<1x16x16x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x16x16x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x16x16x32xf32>) -> tensor<1x16x16x32xf32>
  %c = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>}
      ins(%x, %w : tensor<1x37x37x8xf32>, tensor<3x3x8x32xf32>)
      outs(%zeros : tensor<1x16x16x32xf32>) -> tensor<1x16x16x32xf32>
  return %c : tensor<1x16x16x32xf32>
}
