func.func @bias_gradient(%x: tensor<24x256xf32>) -> tensor<256xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<256xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<256xf32>)
      -> tensor<256xf32>
  %sums = linalg.reduce { arith.addf }
      ins(%x : tensor<24x256xf32>) outs(%zeros : tensor<256xf32>)
      dimensions = [0]
  return %sums : tensor<256xf32>
}
