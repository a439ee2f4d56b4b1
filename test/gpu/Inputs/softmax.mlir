func.func @softmax(%A: tensor<13x101xf32>) -> tensor<13x101xf32> {
  %e = tensor.empty() : tensor<13x101xf32>
  %r = linalg.softmax dimension(1) ins(%A: tensor<13x101xf32>) outs(%e: tensor<13x101xf32>) -> tensor<13x101xf32>
  return %r : tensor<13x101xf32>
}
