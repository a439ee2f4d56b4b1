func.func @maxima(%x: tensor<67x512xf32>) -> tensor<67xf32> {
  %least = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : tensor<67xf32>
  %init = linalg.fill ins(%least : f32) outs(%empty : tensor<67xf32>)
      -> tensor<67xf32>
  %maxima = linalg.reduce { arith.maximumf }
      ins(%x : tensor<67x512xf32>) outs(%init : tensor<67xf32>)
      dimensions = [1]
  return %maxima : tensor<67xf32>
}
