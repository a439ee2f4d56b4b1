// As front ends write it: each step an operation of its own, two of them for
// each row.
//= 1 x rows 6x8: fill reduction elementwise reduction elementwise
#all = affine_map<(row, column) -> (row, column)>
#perRow = affine_map<(row, column) -> (row)>
#perColumn = affine_map<(row, column) -> (column)>
#row = affine_map<(row) -> (row)>
func.func @f(%x: tensor<6x8xf32>, %gamma: tensor<8xf32>, %beta: tensor<8xf32>) -> tensor<6x8xf32> {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 8.0 : f32
  %epsilon = arith.constant 1.0e-5 : f32
  %rows = tensor.empty() : tensor<6xf32>
  %empty = tensor.empty() : tensor<6x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<6xf32>) -> tensor<6xf32>
  %sum = linalg.generic
      {indexing_maps = [#all, #perRow], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<6x8xf32>) outs(%zeros : tensor<6xf32>) {
  ^bb0(%p0: f32, %out: f32):
    %r = arith.addf %p0, %out : f32
    linalg.yield %r : f32
  } -> tensor<6xf32>
  %mean = linalg.generic
      {indexing_maps = [#row, #row], iterator_types = ["parallel"]}
      ins(%sum : tensor<6xf32>) outs(%rows : tensor<6xf32>) {
  ^bb0(%p0: f32, %out: f32):
    %r = arith.divf %p0, %count : f32
    linalg.yield %r : f32
  } -> tensor<6xf32>
  %centred = linalg.generic
      {indexing_maps = [#all, #perRow, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<6x8xf32>, tensor<6xf32>) outs(%empty : tensor<6x8xf32>) {
  ^bb0(%p0: f32, %p1: f32, %out: f32):
    %r = arith.subf %p0, %p1 : f32
    linalg.yield %r : f32
  } -> tensor<6x8xf32>
  %squares = linalg.generic
      {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %centred : tensor<6x8xf32>, tensor<6x8xf32>) outs(%empty : tensor<6x8xf32>) {
  ^bb0(%p0: f32, %p1: f32, %out: f32):
    %r = arith.mulf %p0, %p1 : f32
    linalg.yield %r : f32
  } -> tensor<6x8xf32>
  %squared = linalg.generic
      {indexing_maps = [#all, #perRow], iterator_types = ["parallel", "reduction"]}
      ins(%squares : tensor<6x8xf32>) outs(%zeros : tensor<6xf32>) {
  ^bb0(%p0: f32, %out: f32):
    %r = arith.addf %p0, %out : f32
    linalg.yield %r : f32
  } -> tensor<6xf32>
  %variance = linalg.generic
      {indexing_maps = [#row, #row], iterator_types = ["parallel"]}
      ins(%squared : tensor<6xf32>) outs(%rows : tensor<6xf32>) {
  ^bb0(%p0: f32, %out: f32):
    %r = arith.divf %p0, %count : f32
    linalg.yield %r : f32
  } -> tensor<6xf32>
  %safe = linalg.generic
      {indexing_maps = [#row, #row], iterator_types = ["parallel"]}
      ins(%variance : tensor<6xf32>) outs(%rows : tensor<6xf32>) {
  ^bb0(%p0: f32, %out: f32):
    %r = arith.addf %p0, %epsilon : f32
    linalg.yield %r : f32
  } -> tensor<6xf32>
  %inverse = linalg.generic
      {indexing_maps = [#row, #row], iterator_types = ["parallel"]}
      ins(%safe : tensor<6xf32>) outs(%rows : tensor<6xf32>) {
  ^bb0(%p0: f32, %out: f32):
    %r = math.rsqrt %p0 : f32
    linalg.yield %r : f32
  } -> tensor<6xf32>
  %scaled = linalg.generic
      {indexing_maps = [#all, #perRow, #all], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %inverse : tensor<6x8xf32>, tensor<6xf32>) outs(%empty : tensor<6x8xf32>) {
  ^bb0(%p0: f32, %p1: f32, %out: f32):
    %r = arith.mulf %p0, %p1 : f32
    linalg.yield %r : f32
  } -> tensor<6x8xf32>
  %weighted = linalg.generic
      {indexing_maps = [#all, #perColumn, #all], iterator_types = ["parallel", "parallel"]}
      ins(%scaled, %gamma : tensor<6x8xf32>, tensor<8xf32>) outs(%empty : tensor<6x8xf32>) {
  ^bb0(%p0: f32, %p1: f32, %out: f32):
    %r = arith.mulf %p0, %p1 : f32
    linalg.yield %r : f32
  } -> tensor<6x8xf32>
  %shifted = linalg.generic
      {indexing_maps = [#all, #perColumn, #all], iterator_types = ["parallel", "parallel"]}
      ins(%weighted, %beta : tensor<6x8xf32>, tensor<8xf32>) outs(%empty : tensor<6x8xf32>) {
  ^bb0(%p0: f32, %p1: f32, %out: f32):
    %r = arith.addf %p0, %p1 : f32
    linalg.yield %r : f32
  } -> tensor<6x8xf32>
  return %shifted : tensor<6x8xf32>
}
