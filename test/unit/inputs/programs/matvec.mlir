// A contraction whose result has a single dimension.
func.func @task(%a: tensor<64x96xf32>, %x: tensor<96xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<64xf32>) -> tensor<64xf32>
  %y = linalg.matvec ins(%a, %x : tensor<64x96xf32>, tensor<96xf32>)
      outs(%zeros : tensor<64xf32>) -> tensor<64xf32>
  return %y : tensor<64xf32>
}
