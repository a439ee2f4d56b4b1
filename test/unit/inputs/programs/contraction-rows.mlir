// A product in which two loops are rows, as of a temporary row in a nest.
func.func @task(%x: tensor<10x12x32xf64>, %y: tensor<32x32xf64>) -> tensor<10x12x32xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<10x12x32xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<10x12x32xf64>) -> tensor<10x12x32xf64>
  %r = linalg.generic {
      indexing_maps = [affine_map<(r, q, p, s) -> (r, q, s)>, affine_map<(r, q, p, s) -> (s, p)>, affine_map<(r, q, p, s) -> (r, q, p)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<10x12x32xf64>, tensor<32x32xf64>) outs(%f : tensor<10x12x32xf64>) {
    ^bb0(%a: f64, %b: f64, %sum: f64):
      %0 = arith.mulf %a, %b : f64
      %1 = arith.addf %sum, %0 : f64
      linalg.yield %1 : f64
  } -> tensor<10x12x32xf64>
  return %r : tensor<10x12x32xf64>
}
