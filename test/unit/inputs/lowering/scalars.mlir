// Scalars as arguments and results.
func.func @f(%x: f64, %i: index) -> (tensor<3xi8>, f64) {
  %e = tensor.empty() : tensor<3xi8>
  %c = arith.constant 7 : i8
  %r = linalg.fill ins(%c : i8) outs(%e : tensor<3xi8>) -> tensor<3xi8>
  return %r, %x : tensor<3xi8>, f64
}
