// Applies a function from %x to %y, both of type !v, to each element of a tensor.
// expand-math.c replaces what is in braces.
!v = {{type}}
!l = vector<{{count}}xf32>
!t = tensor<{{length}}xf32>
func.func @f(%in: !t) -> !t {
  %zero = arith.constant 0.0 : f32
  %begin = arith.constant 0 : index
  %end = arith.constant {{length}} : index
  %step = arith.constant {{count}} : index
  %empty = tensor.empty() : !t
  %out = scf.for %i = %begin to %end step %step iter_args(%t = %empty) -> (!t) {
    %l = vector.transfer_read %in[%i], %zero {in_bounds = [true]} : !t, !l
    {{before}}
    {{function}}
    {{after}}
    %s = vector.transfer_write %n, %t[%i] {in_bounds = [true]} : !l, !t
    scf.yield %s : !t
  }
  return %out : !t
}
