func.func @f(%a: tensor<4x64xbf16>, %b: tensor<64x8xbf16>) -> tensor<4x8xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<4x8xbf16>
  %z = linalg.fill ins(%zero : bf16) outs(%e : tensor<4x8xbf16>) -> tensor<4x8xbf16>
  %s = linalg.matmul ins(%a, %b : tensor<4x64xbf16>, tensor<64x8xbf16>)
      outs(%z : tensor<4x8xbf16>) -> tensor<4x8xbf16>
  return %s : tensor<4x8xbf16>
}
