// The innermost loop stays: attention's heads to the front.
func.func @task(%x: tensor<2x24x4x32xf32>) -> tensor<2x4x24x32xf32> {
  %empty = tensor.empty() : tensor<2x4x24x32xf32>
  %t = linalg.transpose ins(%x : tensor<2x24x4x32xf32>)
      outs(%empty : tensor<2x4x24x32xf32>) permutation = [0, 2, 1, 3]
  return %t : tensor<2x4x24x32xf32>
}
