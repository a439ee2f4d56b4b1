// Groups of channels, each with a filter of its own.
func.func @task(%x: tensor<1x10x10x2x5xf32>, %w: tensor<2x16x3x3x5xf32>) -> tensor<1x8x8x2x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x8x8x2x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x8x8x2x16xf32>) -> tensor<1x8x8x2x16xf32>
  %conv = linalg.conv_2d_nhwgc_gfhwc 
      ins(%x, %w : tensor<1x10x10x2x5xf32>, tensor<2x16x3x3x5xf32>)
      outs(%zeros : tensor<1x8x8x2x16xf32>) -> tensor<1x8x8x2x16xf32>
  return %conv : tensor<1x8x8x2x16xf32>
}
