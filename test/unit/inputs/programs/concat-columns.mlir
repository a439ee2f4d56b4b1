// Three matrices side by side, two of them of one width; the last leaves a rest.
func.func @task(%a: tensor<48x64xf32>, %b: tensor<48x64xf32>, %c: tensor<48x107xf32>) -> tensor<48x235xf32> {
  %empty = tensor.empty() : tensor<48x235xf32>
  %0 = tensor.insert_slice %a into %empty[0, 0] [48, 64] [1, 1] : tensor<48x64xf32> into tensor<48x235xf32>
  %1 = tensor.insert_slice %b into %0[0, 64] [48, 64] [1, 1] : tensor<48x64xf32> into tensor<48x235xf32>
  %2 = tensor.insert_slice %c into %1[0, 128] [48, 107] [1, 1] : tensor<48x107xf32> into tensor<48x235xf32>
  return %2 : tensor<48x235xf32>
}
