func.func @softmax(%x: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %empty = tensor.empty() : tensor<32x64xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<32x64xf32>)
      outs(%empty : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %r : tensor<32x64xf32>
}
