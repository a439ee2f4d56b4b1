// A batch of images: four loops with several iterations, where a grid has three
// dimensions. Stride 2.
func.func @task(%x: tensor<3x9x65x16xf32>, %w: tensor<3x3x16x32xf32>) -> tensor<3x4x32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3x4x32x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x4x32x32xf32>) -> tensor<3x4x32x32xf32>
  %conv = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>}
      ins(%x, %w : tensor<3x9x65x16xf32>, tensor<3x3x16x32xf32>)
      outs(%zeros : tensor<3x4x32x32xf32>) -> tensor<3x4x32x32xf32>
  return %conv : tensor<3x4x32x32xf32>
}
