func.func @mm(%x: tensor<128x64xf32>, %w: tensor<64x64xf32>)
    -> tensor<128x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<128x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<128x64xf32>)
      -> tensor<128x64xf32>
  %products = linalg.matmul
      ins(%x, %w : tensor<128x64xf32>, tensor<64x64xf32>)
      outs(%zeros : tensor<128x64xf32>) -> tensor<128x64xf32>
  return %products : tensor<128x64xf32>
}
