func.func @maxima(%x: tensor<30x512xf32>) -> tensor<30xf32> {
  %least = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : tensor<30xf32>
  %init = linalg.fill ins(%least : f32) outs(%empty : tensor<30xf32>)
      -> tensor<30xf32>
  %maxima = linalg.reduce { arith.maximumf }
      ins(%x : tensor<30x512xf32>) outs(%init : tensor<30xf32>)
      dimensions = [1]
  return %maxima : tensor<30xf32>
}
