// The same with a loop that is neither row nor lane.
func.func @task(%a: tensor<3x48x256xf32>, %b: tensor<3x256x128xf32>) -> tensor<3x48x128xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3x48x128xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x48x128xf32>) -> tensor<3x48x128xf32>
  %c = linalg.batch_matmul
      ins(%a, %b : tensor<3x48x256xf32>, tensor<3x256x128xf32>)
      outs(%zeros : tensor<3x48x128xf32>) -> tensor<3x48x128xf32>
  return %c : tensor<3x48x128xf32>
}
