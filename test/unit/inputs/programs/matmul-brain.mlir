// bf16, widened as both operands are packed.
func.func @task(%a: tensor<28x96xbf16>, %b: tensor<96x64xbf16>) -> tensor<28x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<28x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<28x64xf32>) -> tensor<28x64xf32>
  %c = linalg.matmul
      ins(%a, %b : tensor<28x96xbf16>, tensor<96x64xbf16>)
      outs(%zeros : tensor<28x64xf32>) -> tensor<28x64xf32>
  return %c : tensor<28x64xf32>
}
