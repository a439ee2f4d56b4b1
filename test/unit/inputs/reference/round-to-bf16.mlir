// f32 to bf16, 16 at a time.
!from = tensor<65536xf32>
!to = tensor<65536xbf16>
func.func @f(%a: !from) -> !to {
  %z = arith.constant 0 : index
  %n = arith.constant 65536 : index
  %s = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !to
  %r = scf.for %i = %z to %n step %s iter_args(%t = %e) -> (!to) {
    %x = vector.transfer_read %a[%i], %zero {in_bounds = [true]}
        : !from, vector<16xf32>
    %y = arith.truncf %x : vector<16xf32> to vector<16xbf16>
    %w = vector.transfer_write %y, %t[%i] {in_bounds = [true]}
        : vector<16xbf16>, !to
    scf.yield %w : !to
  }
  return %r : !to
}
