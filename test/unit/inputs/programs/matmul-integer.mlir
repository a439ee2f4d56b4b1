// Narrow integers summed in wide ones.
func.func @task(%a: tensor<32x64xi8>, %b: tensor<64x128xi8>) -> tensor<32x128xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<32x128xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<32x128xi32>) -> tensor<32x128xi32>
  %c = linalg.matmul
      ins(%a, %b : tensor<32x64xi8>, tensor<64x128xi8>)
      outs(%zeros : tensor<32x128xi32>) -> tensor<32x128xi32>
  return %c : tensor<32x128xi32>
}
