// Channels of two images, in NCHW.
func.func @task(%a: tensor<2x6x14x16xf32>, %b: tensor<2x10x14x16xf32>) -> tensor<2x16x14x16xf32> {
  %empty = tensor.empty() : tensor<2x16x14x16xf32>
  %0 = tensor.insert_slice %a into %empty[0, 0, 0, 0] [2, 6, 14, 16] [1, 1, 1, 1] : tensor<2x6x14x16xf32> into tensor<2x16x14x16xf32>
  %1 = tensor.insert_slice %b into %0[0, 6, 0, 0] [2, 10, 14, 16] [1, 1, 1, 1] : tensor<2x10x14x16xf32> into tensor<2x16x14x16xf32>
  return %1 : tensor<2x16x14x16xf32>
}
