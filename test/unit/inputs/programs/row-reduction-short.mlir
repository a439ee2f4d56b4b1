// Less than a vector is contiguous.
func.func @task(%x: tensor<64x3xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<f32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<64x3xf32>)
      outs(%zeros : tensor<f32>) dimensions = [0, 1]
  return %sum : tensor<f32>
}
