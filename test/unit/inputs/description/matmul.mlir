// Sums start at a constant zero.
!a = tensor<4x16xf32>
!b = tensor<16x8xf32>
!c = tensor<4x8xf32>
func.func @f(%a: !a, %b: !b) -> !c {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !c
  %c = linalg.fill ins(%zero : f32) outs(%e : !c) -> !c
  %m = linalg.matmul ins(%a, %b : !a, !b) outs(%c : !c) -> !c
  return %m : !c
}
