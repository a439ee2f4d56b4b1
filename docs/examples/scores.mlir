// A product of bf16, whose sums may be rounded once or in each step.
func.func @scores(%q: tensor<64x64xbf16>, %k: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %zero = arith.constant 0.0 : bf16
  %empty = tensor.empty() : tensor<64x64xbf16>
  %zeros = linalg.fill ins(%zero : bf16) outs(%empty : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %s = linalg.matmul ins(%q, %k : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%zeros : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return %s : tensor<64x64xbf16>
}
