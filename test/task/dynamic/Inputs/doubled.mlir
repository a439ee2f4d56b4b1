// The product has twice as many rows as the caller chooses.
func.func @doubled(%x: tensor<?x2x128xf32> {as.sizes = ["n"]},
                   %w: tensor<128x256xf32>) -> tensor<?x256xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.collapse_shape %x [[0, 1], [2]]
      : tensor<?x2x128xf32> into tensor<?x128xf32>
  %n = tensor.dim %rows, %c0 : tensor<?x128xf32>
  %empty = tensor.empty(%n) : tensor<?x256xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x256xf32>)
      -> tensor<?x256xf32>
  %p = linalg.matmul ins(%rows, %w : tensor<?x128xf32>, tensor<128x256xf32>)
      outs(%zeros : tensor<?x256xf32>) -> tensor<?x256xf32>
  return %p : tensor<?x256xf32>
}
