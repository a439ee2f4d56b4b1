// Nothing is left to copy where all pieces can be made where they belong.
//= 2 x negf 4x8: elementwise
//= 1 x exp 8x8: elementwise
func.func @f(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %half = tensor.empty() : tensor<4x8xf32>
  %a = linalg.negf ins(%x : tensor<4x8xf32>) outs(%half : tensor<4x8xf32>) -> tensor<4x8xf32>
  %b = linalg.negf ins(%y : tensor<4x8xf32>) outs(%half : tensor<4x8xf32>) -> tensor<4x8xf32>
  %empty = tensor.empty() : tensor<8x8xf32>
  %0 = tensor.insert_slice %a into %empty[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
  %1 = tensor.insert_slice %b into %0[4, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
  %2 = linalg.exp ins(%1 : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
