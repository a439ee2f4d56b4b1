// An elementwise chain over the same loops is one task; another shape is not.
//= 1 x add 8x8: elementwise elementwise elementwise
//= 1 x exp 4x4: elementwise
func.func @f(%x: tensor<8x8xf32>, %y: tensor<4x4xf32>) -> (tensor<8x8xf32>, tensor<4x4xf32>) {
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = linalg.exp ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.negf ins(%0 : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = linalg.add ins(%1, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %g = tensor.empty() : tensor<4x4xf32>
  %3 = linalg.exp ins(%y : tensor<4x4xf32>) outs(%g : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2, %3 : tensor<8x8xf32>, tensor<4x4xf32>
}
