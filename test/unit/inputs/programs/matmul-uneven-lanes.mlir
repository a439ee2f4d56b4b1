func.func @mm(%x: tensor<61x260xf32>, %w: tensor<260x127xf32>)
    -> tensor<61x127xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<61x127xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<61x127xf32>)
      -> tensor<61x127xf32>
  %products = linalg.matmul
      ins(%x, %w : tensor<61x260xf32>, tensor<260x127xf32>)
      outs(%zeros : tensor<61x127xf32>) -> tensor<61x127xf32>
  return %products : tensor<61x127xf32>
}
