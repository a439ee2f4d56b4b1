// A product by tensor cores, which would round its operands.
func.func @product(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %r = linalg.matmul {as.mma = 8} ins(%a, %b : tensor<16x16xf32>, tensor<16x16xf32>)
      outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}
