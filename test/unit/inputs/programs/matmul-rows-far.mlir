// Rows of the result are a page apart, so that they compete for lines.
func.func @task(%a: tensor<8x64xf32>, %b: tensor<64x1024xf32>) -> tensor<8x1024xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x1024xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x1024xf32>) -> tensor<8x1024xf32>
  %c = linalg.matmul
      ins(%a, %b : tensor<8x64xf32>, tensor<64x1024xf32>)
      outs(%zeros : tensor<8x1024xf32>) -> tensor<8x1024xf32>
  return %c : tensor<8x1024xf32>
}
