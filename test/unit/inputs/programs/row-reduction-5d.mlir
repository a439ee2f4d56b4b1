// Four loops over rows, where a grid has three dimensions.
func.func @task(%x: tensor<2x3x4x5x96xf32>) -> tensor<2x3x4x5xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3x4x5xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  %r = linalg.reduce { arith.addf } ins(%x : tensor<2x3x4x5x96xf32>) outs(%f : tensor<2x3x4x5xf32>) dimensions = [4]
  return %r : tensor<2x3x4x5xf32>
}
