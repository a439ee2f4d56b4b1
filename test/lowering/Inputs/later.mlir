func.func @later(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<32xf32>) {
  %half = tensor.empty() : tensor<4x8xf32>
  %flat = tensor.empty() : tensor<32xf32>
  %a = linalg.exp ins(%x : tensor<4x8xf32>) outs(%half : tensor<4x8xf32>) -> tensor<4x8xf32>
  %b = linalg.exp ins(%a : tensor<4x8xf32>) outs(%half : tensor<4x8xf32>) -> tensor<4x8xf32>
  %c = tensor.collapse_shape %a [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  %d = linalg.tanh ins(%c : tensor<32xf32>) outs(%flat : tensor<32xf32>) -> tensor<32xf32>
  return %b, %d : tensor<4x8xf32>, tensor<32xf32>
}
