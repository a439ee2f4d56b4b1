// A product of bf16 with sums in bf16.
!a = tensor<16x40xbf16>
!b = tensor<40x24xbf16>
!c = tensor<16x24xbf16>
func.func @f(%a: !a, %b: !b) -> !c {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : !c
  %i = linalg.fill ins(%zero : bf16) outs(%e : !c) -> !c
  %r = linalg.matmul ins(%a, %b : !a, !b) outs(%i : !c) -> !c
  return %r : !c
}
