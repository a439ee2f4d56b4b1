// The product that most tests of lowering, code generation and scripts build.
!t = tensor<4x4xf32>
func.func @task(%a: !t, %b: !t) -> !t {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !t
  %c = linalg.fill ins(%zero : f32) outs(%e : !t) -> !t
  %r = linalg.matmul ins(%a, %b : !t, !t) outs(%c : !t) -> !t
  return %r : !t
}
