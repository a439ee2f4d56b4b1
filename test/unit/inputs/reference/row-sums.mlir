// Sums of 40 along contiguous rows, which have no lanes. %b is not used.
!a = tensor<16x40xf32>
!b = f32
!c = tensor<16xf32>
func.func @f(%a: !a, %b: !b) -> !c {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !c
  %i = linalg.fill ins(%zero : f32) outs(%e : !c) -> !c
  %r = linalg.reduce { arith.addf } ins(%a : !a) outs(%i : !c) dimensions = [1]
  return %r : !c
}
