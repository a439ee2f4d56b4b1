// Sums over the middle dimension, as of a sequence for each of a batch.
func.func @task(%x: tensor<3x48x40xf32>) -> tensor<3x40xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3x40xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x40xf32>) -> tensor<3x40xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<3x48x40xf32>)
      outs(%zeros : tensor<3x40xf32>) dimensions = [1]
  return %sum : tensor<3x40xf32>
}
