// A large space of points.
func.func @task(%a: tensor<1440x64xf32>, %b: tensor<64x1920xf32>) -> tensor<1440x1920xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1440x1920xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1440x1920xf32>) -> tensor<1440x1920xf32>
  %c = linalg.matmul
      ins(%a, %b : tensor<1440x64xf32>, tensor<64x1920xf32>)
      outs(%zeros : tensor<1440x1920xf32>) -> tensor<1440x1920xf32>
  return %c : tensor<1440x1920xf32>
}
