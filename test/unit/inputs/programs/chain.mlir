// Named operations, which canonical form does not fuse: producers with tiles of their own.
func.func @task(%x: tensor<24x80xf32>, %y: tensor<24x80xf32>) -> tensor<24x80xf32> {
  %e = tensor.empty() : tensor<24x80xf32>
  %0 = linalg.exp ins(%x : tensor<24x80xf32>) outs(%e : tensor<24x80xf32>) -> tensor<24x80xf32>
  %1 = linalg.mul ins(%0, %y : tensor<24x80xf32>, tensor<24x80xf32>) outs(%e : tensor<24x80xf32>) -> tensor<24x80xf32>
  %2 = linalg.add ins(%1, %0 : tensor<24x80xf32>, tensor<24x80xf32>) outs(%e : tensor<24x80xf32>) -> tensor<24x80xf32>
  return %2 : tensor<24x80xf32>
}
