// As loops over memrefs are raised: the epilogue takes the place of a matrix
// that it reads.
#all = affine_map<(row, column) -> (row, column)>
func.func @task(%x: tensor<96x80xf64>, %y: tensor<80x120xf64>, %z: tensor<96x120xf64>, %alpha: f64, %beta: f64) -> tensor<96x120xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<96x120xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<96x120xf64>) -> tensor<96x120xf64>
  %p = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<96x80xf64>, tensor<80x120xf64>) outs(%f : tensor<96x120xf64>) {
    ^bb0(%a: f64, %b: f64, %sum: f64):
      %0 = arith.mulf %a, %b : f64
      %1 = arith.addf %sum, %0 : f64
      linalg.yield %1 : f64
  } -> tensor<96x120xf64>
  %r = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<96x120xf64>) outs(%z : tensor<96x120xf64>) {
    ^bb0(%sum: f64, %old: f64):
      %0 = arith.mulf %old, %beta : f64
      %1 = arith.mulf %sum, %alpha : f64
      %2 = arith.addf %0, %1 : f64
      linalg.yield %2 : f64
  } -> tensor<96x120xf64>
  return %r : tensor<96x120xf64>
}
