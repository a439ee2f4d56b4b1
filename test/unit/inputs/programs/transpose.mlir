// A copy that reads along one loop and writes along the other.
func.func @task(%x: tensor<96x160xf32>) -> tensor<160x96xf32> {
  %empty = tensor.empty() : tensor<160x96xf32>
  %t = linalg.transpose ins(%x : tensor<96x160xf32>)
      outs(%empty : tensor<160x96xf32>) permutation = [1, 0]
  return %t : tensor<160x96xf32>
}
