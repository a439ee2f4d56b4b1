// Starts from an argument: there is no fill.
func.func @task(%a: tensor<48x64xf32>, %b: tensor<64x32xf32>, %c: tensor<48x32xf32>) -> tensor<48x32xf32> {
  %d = linalg.matmul
      ins(%a, %b : tensor<48x64xf32>, tensor<64x32xf32>)
      outs(%c : tensor<48x32xf32>) -> tensor<48x32xf32>
  return %d : tensor<48x32xf32>
}
