// A contraction whose result has no dimension at all.
func.func @task(%x: tensor<64xf32>, %y: tensor<64xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<f32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %r = linalg.dot ins(%x, %y : tensor<64xf32>, tensor<64xf32>)
      outs(%zeros : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
