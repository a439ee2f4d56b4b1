// What the parts of same.mlir and others.mlir are compared with.
!a = tensor<4x16xf32>
!b = tensor<16x8xf32>
!c = tensor<4x8xf32>
func.func @f(%a: !a, %b: !b, %c: !c) -> !c {
  %r = linalg.matmul ins(%a, %b : !a, !b) outs(%c : !c) -> !c
  return %r : !c
}
