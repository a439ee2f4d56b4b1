// The loop over the batch is neither row nor lane.
func.func @task(%a: tensor<6x32x48xf32>, %b: tensor<6x48x64xf32>) -> tensor<6x32x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<6x32x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<6x32x64xf32>) -> tensor<6x32x64xf32>
  %c = linalg.batch_matmul
      ins(%a, %b : tensor<6x32x48xf32>, tensor<6x48x64xf32>)
      outs(%zeros : tensor<6x32x64xf32>) -> tensor<6x32x64xf32>
  return %c : tensor<6x32x64xf32>
}
