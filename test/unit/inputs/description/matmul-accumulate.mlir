// Sums start at an argument, which is read as well.
!a = tensor<4x16xf32>
!b = tensor<16x8xf32>
!c = tensor<4x8xf32>
func.func @f(%a: !a, %b: !b, %c: !c) -> !c {
  %r = linalg.matmul ins(%a, %b : !a, !b) outs(%c : !c) -> !c
  return %r : !c
}
