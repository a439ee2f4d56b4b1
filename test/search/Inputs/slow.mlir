// Stock loops take seconds for this; the reference does not.
func.func @product(%x: tensor<1536x1536xf32>, %w: tensor<1536x1536xf32>)
    -> tensor<1536x1536xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1536x1536xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1536x1536xf32>)
      -> tensor<1536x1536xf32>
  %r = linalg.matmul ins(%x, %w : tensor<1536x1536xf32>, tensor<1536x1536xf32>)
      outs(%zeros : tensor<1536x1536xf32>) -> tensor<1536x1536xf32>
  return %r : tensor<1536x1536xf32>
}
