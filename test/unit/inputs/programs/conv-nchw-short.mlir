// Rows of 14 pixels: as many accumulators, with AVX2 of a single vector.
func.func @task(%x: tensor<1x6x16x16xf32>, %w: tensor<16x6x3x3xf32>) -> tensor<1x16x14x14xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x16x14x14xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x16x14x14xf32>) -> tensor<1x16x14x14xf32>
  %conv = linalg.conv_2d_nchw_fchw
      ins(%x, %w : tensor<1x6x16x16xf32>, tensor<16x6x3x3xf32>)
      outs(%zeros : tensor<1x16x14x14xf32>) -> tensor<1x16x14x14xf32>
  return %conv : tensor<1x16x14x14xf32>
}
