// Bytes, widened as both operands are packed: the reduction is no multiple of
// what is copied at a time for all of its divisors.
func.func @task(%a: tensor<28x144xi8>, %b: tensor<144x96xi8>) -> tensor<28x96xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<28x96xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<28x96xi32>) -> tensor<28x96xi32>
  %c = linalg.matmul
      ins(%a, %b : tensor<28x144xi8>, tensor<144x96xi8>)
      outs(%zeros : tensor<28x96xi32>) -> tensor<28x96xi32>
  return %c : tensor<28x96xi32>
}
