func.func @exps(%x: tensor<1000x1024xf32>) -> tensor<1000x1024xf32> {
  %empty = tensor.empty() : tensor<1000x1024xf32>
  %r = linalg.exp ins(%x : tensor<1000x1024xf32>) outs(%empty : tensor<1000x1024xf32>) -> tensor<1000x1024xf32>
  return %r : tensor<1000x1024xf32>
}
