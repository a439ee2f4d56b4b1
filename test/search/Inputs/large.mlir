// With more points than any test tries.
func.func @product(%x: tensor<32x48xf32>, %w: tensor<48x32xf32>)
    -> tensor<32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x32xf32>)
      -> tensor<32x32xf32>
  %r = linalg.matmul ins(%x, %w : tensor<32x48xf32>, tensor<48x32xf32>)
      outs(%zeros : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %r : tensor<32x32xf32>
}
