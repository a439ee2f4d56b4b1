// A single column: nothing lies along the lanes.
func.func @task(%a: tensor<128x64xf32>, %b: tensor<64x1xf32>) -> tensor<128x1xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<128x1xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<128x1xf32>) -> tensor<128x1xf32>
  %c = linalg.matmul
      ins(%a, %b : tensor<128x64xf32>, tensor<64x1xf32>)
      outs(%zeros : tensor<128x1xf32>) -> tensor<128x1xf32>
  return %c : tensor<128x1xf32>
}
