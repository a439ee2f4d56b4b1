// Nothing divides the rows, the columns or the sum.
#all = affine_map<(row, column) -> (row, column)>
#perColumn = affine_map<(row, column) -> (column)>
func.func @task(%a: tensor<127x31xf32>, %b: tensor<31x255xf32>, %bias: tensor<255xf32>) -> tensor<127x255xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<127x255xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<127x255xf32>) -> tensor<127x255xf32>
  %product = linalg.matmul
      ins(%a, %b : tensor<127x31xf32>, tensor<31x255xf32>)
      outs(%zeros : tensor<127x255xf32>) -> tensor<127x255xf32>
  %biased = linalg.generic
      {indexing_maps = [#all, #perColumn, #all], iterator_types = ["parallel", "parallel"]}
      ins(%product, %bias : tensor<127x255xf32>, tensor<255xf32>)
      outs(%empty : tensor<127x255xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %sum = arith.addf %p, %q : f32
    %max = arith.maximumf %sum, %zero : f32
    linalg.yield %max : f32
  } -> tensor<127x255xf32>
  return %biased : tensor<127x255xf32>
}
