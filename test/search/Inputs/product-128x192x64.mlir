func.func @product(%x: tensor<128x192xf32>, %w: tensor<192x64xf32>) -> tensor<128x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<128x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<128x64xf32>) -> tensor<128x64xf32>
  %r = linalg.matmul ins(%x, %w : tensor<128x192xf32>, tensor<192x64xf32>) outs(%zeros : tensor<128x64xf32>) -> tensor<128x64xf32>
  return %r : tensor<128x64xf32>
}
