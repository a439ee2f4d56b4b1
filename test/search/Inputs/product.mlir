// Of odd extents, so that there are few points and a search tries them all.
func.func @product(%x: tensor<3x5xf32>, %w: tensor<5x7xf32>)
    -> tensor<3x7xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3x7xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x7xf32>)
      -> tensor<3x7xf32>
  %r = linalg.matmul ins(%x, %w : tensor<3x5xf32>, tensor<5x7xf32>)
      outs(%zeros : tensor<3x7xf32>) -> tensor<3x7xf32>
  return %r : tensor<3x7xf32>
}
