// matmul-i8-68x1288x435
func.func @matmul(%a: tensor<68x435xi8>, %b: tensor<435x1288xi8>) -> tensor<68x1288xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<68x1288xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<68x1288xi32>) -> tensor<68x1288xi32>
  %c = linalg.matmul ins(%a, %b : tensor<68x435xi8>, tensor<435x1288xi8>)
      outs(%init : tensor<68x1288xi32>) -> tensor<68x1288xi32>
  return %c : tensor<68x1288xi32>
}
