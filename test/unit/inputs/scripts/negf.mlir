// The task of unroll-a-million.mlir.
!t = tensor<4194304xf32>
func.func @task(%x: !t) -> !t {
  %e = tensor.empty() : !t
  %r = linalg.negf ins(%x : !t) outs(%e : !t) -> !t
  return %r : !t
}
