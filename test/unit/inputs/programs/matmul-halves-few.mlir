// A few rows times a matrix: fewer than tensor cores multiply.
func.func @task(%x: tensor<5x64xf16>, %w: tensor<64x96xf16>) -> tensor<5x96xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<5x96xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<5x96xf32>) -> tensor<5x96xf32>
  %product = linalg.matmul ins(%x, %w : tensor<5x64xf16>, tensor<64x96xf16>)
      outs(%zeros : tensor<5x96xf32>) -> tensor<5x96xf32>
  return %product : tensor<5x96xf32>
}
