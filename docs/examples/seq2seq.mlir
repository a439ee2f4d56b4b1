// Two models in a module.
func.func @encoder(%x: tensor<64x256xf32>, %w: tensor<256x128xf32>) -> tensor<64x128xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x128xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x128xf32>) -> tensor<64x128xf32>
  %y = linalg.matmul ins(%x, %w : tensor<64x256xf32>, tensor<256x128xf32>) outs(%zeros : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %y : tensor<64x128xf32>
}
func.func @decoder(%x: tensor<16x128xf32>, %w: tensor<128x256xf32>) -> tensor<16x256xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x256xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x256xf32>) -> tensor<16x256xf32>
  %y = linalg.matmul ins(%x, %w : tensor<16x128xf32>, tensor<128x256xf32>) outs(%zeros : tensor<16x256xf32>) -> tensor<16x256xf32>
  return %y : tensor<16x256xf32>
}
