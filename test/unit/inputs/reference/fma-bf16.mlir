// x * x + x as a fused operation.
!v = vector<16xbf16>
!t = tensor<16xbf16>
func.func @f(%a: !t) -> !t {
  %z = arith.constant 0 : index
  %zero = arith.constant 0.0 : bf16
  %x = vector.transfer_read %a[%z], %zero {in_bounds = [true]} : !t, !v
  %y = vector.fma %x, %x, %x : !v
  %e = tensor.empty() : !t
  %r = vector.transfer_write %y, %e[%z] {in_bounds = [true]} : !v, !t
  return %r : !t
}
