// Nothing is read.
func.func @task(%value: f32) -> tensor<64x48xf32> {
  %empty = tensor.empty() : tensor<64x48xf32>
  %r = linalg.fill ins(%value : f32) outs(%empty : tensor<64x48xf32>) -> tensor<64x48xf32>
  return %r : tensor<64x48xf32>
}
