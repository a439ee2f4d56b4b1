// Products of rows of f64, which are two registers each.
#all = affine_map<(row, x) -> (row, x)>
#perRow = affine_map<(row, x) -> (row)>
func.func @task(%x: tensor<8x256xf64>, %y: tensor<8x256xf64>) -> tensor<8xf64> {
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : tensor<8xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<8xf64>) -> tensor<8xf64>
  %sum = linalg.generic
      {indexing_maps = [#all, #all, #perRow], iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<8x256xf64>, tensor<8x256xf64>) outs(%zeros : tensor<8xf64>) {
  ^bb0(%p: f64, %q: f64, %out: f64):
    %d = arith.subf %p, %q : f64
    %dd = arith.mulf %d, %d : f64
    %s = arith.addf %dd, %out : f64
    linalg.yield %s : f64
  } -> tensor<8xf64>
  return %sum : tensor<8xf64>
}
