func.func @mm(%x: tensor<61x320xf32>, %w: tensor<320x85xf32>)
    -> tensor<61x85xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<61x85xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<61x85xf32>)
      -> tensor<61x85xf32>
  %products = linalg.matmul
      ins(%x, %w : tensor<61x320xf32>, tensor<320x85xf32>)
      outs(%zeros : tensor<61x85xf32>) -> tensor<61x85xf32>
  return %products : tensor<61x85xf32>
}
