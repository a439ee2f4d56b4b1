// There is only one loop, and it is of another length in each piece.
func.func @task(%a: tensor<256xf32>, %b: tensor<512xf32>) -> tensor<768xf32> {
  %empty = tensor.empty() : tensor<768xf32>
  %0 = tensor.insert_slice %a into %empty[0] [256] [1] : tensor<256xf32> into tensor<768xf32>
  %1 = tensor.insert_slice %b into %0[256] [512] [1] : tensor<512xf32> into tensor<768xf32>
  return %1 : tensor<768xf32>
}
