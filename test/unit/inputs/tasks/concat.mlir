// Pieces from outside are copied, in a task of their own.
//= 1 x negf 4x8: elementwise
//= 1 x concat 4x8 + 4x2: insert insert
func.func @f(%x: tensor<4x8xf32>, %y: tensor<4x2xf32>) -> tensor<4x10xf32> {
  %left = tensor.empty() : tensor<4x8xf32>
  %a = linalg.negf ins(%x : tensor<4x8xf32>) outs(%left : tensor<4x8xf32>) -> tensor<4x8xf32>
  %empty = tensor.empty() : tensor<4x10xf32>
  %0 = tensor.insert_slice %a into %empty[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x10xf32>
  %1 = tensor.insert_slice %y into %0[0, 8] [4, 2] [1, 1] : tensor<4x2xf32> into tensor<4x10xf32>
  return %1 : tensor<4x10xf32>
}
