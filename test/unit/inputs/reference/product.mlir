// Extents tell loops apart: 24 lanes, sums of 40.
!a = tensor<16x40xf32>
!b = tensor<40x24xf32>
!c = tensor<16x24xf32>
func.func @f(%a: !a, %b: !b) -> !c {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !c
  %i = linalg.fill ins(%zero : f32) outs(%e : !c) -> !c
  %r = linalg.matmul ins(%a, %b : !a, !b) outs(%i : !c) -> !c
  return %r : !c
}
