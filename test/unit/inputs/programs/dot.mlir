// A product of two vectors: blocks share the sum, and one more merges theirs.
func.func @task(%x: tensor<1536xf32>, %y: tensor<1536xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<f32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %dot = linalg.dot ins(%x, %y : tensor<1536xf32>, tensor<1536xf32>) outs(%start : tensor<f32>) -> tensor<f32>
  return %dot : tensor<f32>
}
