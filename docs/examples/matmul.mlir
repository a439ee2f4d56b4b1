func.func @matmul(%a: tensor<128x128xf32>, %b: tensor<128x128xf32>)
    -> tensor<128x128xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<128x128xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<128x128xf32>)
      -> tensor<128x128xf32>
  %product = linalg.matmul
      ins(%a, %b : tensor<128x128xf32>, tensor<128x128xf32>)
      outs(%zeros : tensor<128x128xf32>) -> tensor<128x128xf32>
  return %product : tensor<128x128xf32>
}
