// Tensor cores of nothing that is whole: padded along all loops.
func.func @task(%a: tensor<57x70xf16>, %b: tensor<70x45xf16>) -> tensor<57x45xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<57x45xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<57x45xf32>) -> tensor<57x45xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<57x70xf16>, tensor<70x45xf16>) outs(%f : tensor<57x45xf32>) -> tensor<57x45xf32>
  return %0 : tensor<57x45xf32>
}
