// Two elementwise operations, which canonical form makes one.
#all = affine_map<(row, column) -> (row, column)>
#perColumn = affine_map<(row, column) -> (column)>
func.func @task(%a: tensor<64x96xf32>, %b: tensor<96x128xf32>, %bias: tensor<128xf32>) -> tensor<64x128xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x128xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x128xf32>) -> tensor<64x128xf32>
  %product = linalg.matmul
      ins(%a, %b : tensor<64x96xf32>, tensor<96x128xf32>)
      outs(%zeros : tensor<64x128xf32>) -> tensor<64x128xf32>
  %biased = linalg.generic
      {indexing_maps = [#all, #perColumn, #all], iterator_types = ["parallel", "parallel"]}
      ins(%product, %bias : tensor<64x128xf32>, tensor<128xf32>)
      outs(%empty : tensor<64x128xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %sum = arith.addf %p, %q : f32
    linalg.yield %sum : f32
  } -> tensor<64x128xf32>
  %relu = linalg.generic
      {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%biased : tensor<64x128xf32>) outs(%empty : tensor<64x128xf32>) {
  ^bb0(%p: f32, %out: f32):
    %max = arith.maximumf %p, %zero : f32
    linalg.yield %max : f32
  } -> tensor<64x128xf32>
  return %relu : tensor<64x128xf32>
}
