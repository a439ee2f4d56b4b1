// Stock loops take seconds for this, as each step of the sum is in another page,
// and all of them have one place in the cache. What goes along the rows does not.
func.func @product(%x: tensor<128x4096xf32>, %w: tensor<4096x4096xf32>)
    -> tensor<128x4096xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<128x4096xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<128x4096xf32>)
      -> tensor<128x4096xf32>
  %r = linalg.matmul ins(%x, %w : tensor<128x4096xf32>, tensor<4096x4096xf32>)
      outs(%zeros : tensor<128x4096xf32>) -> tensor<128x4096xf32>
  return %r : tensor<128x4096xf32>
}
