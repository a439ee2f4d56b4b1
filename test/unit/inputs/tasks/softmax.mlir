// Reductions and elementwise operations over the same rows are one task.
//= 1 x rows 6x16: elementwise fill reduction elementwise fill reduction elementwise
#all = affine_map<(row, column) -> (row, column)>
#perRow = affine_map<(row, column) -> (row)>
func.func @f(%y: tensor<6x16xf32>) -> tensor<6x16xf32> {
  %before = tensor.empty() : tensor<6x16xf32>
  %x = linalg.add ins(%y, %y : tensor<6x16xf32>, tensor<6x16xf32>) outs(%before : tensor<6x16xf32>) -> tensor<6x16xf32>
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %row = tensor.empty() : tensor<6xf32>
  %empty = tensor.empty() : tensor<6x16xf32>
  %lows = linalg.fill ins(%lowest : f32) outs(%row : tensor<6xf32>) -> tensor<6xf32>
  %max = linalg.generic
      {indexing_maps = [#all, #perRow], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<6x16xf32>) outs(%lows : tensor<6xf32>) {
  ^bb0(%p: f32, %out: f32):
    %m = arith.maximumf %p, %out : f32
    linalg.yield %m : f32
  } -> tensor<6xf32>
  %exp = linalg.generic
      {indexing_maps = [#all, #perRow, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %max : tensor<6x16xf32>, tensor<6xf32>) outs(%empty : tensor<6x16xf32>) {
  ^bb0(%p: f32, %m: f32, %out: f32):
    %d = arith.subf %p, %m : f32
    %e = math.exp %d : f32
    linalg.yield %e : f32
  } -> tensor<6x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%row : tensor<6xf32>) -> tensor<6xf32>
  %sum = linalg.generic
      {indexing_maps = [#all, #perRow], iterator_types = ["parallel", "reduction"]}
      ins(%exp : tensor<6x16xf32>) outs(%zeros : tensor<6xf32>) {
  ^bb0(%p: f32, %out: f32):
    %s = arith.addf %p, %out : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  %softmax = linalg.generic
      {indexing_maps = [#all, #perRow, #all], iterator_types = ["parallel", "parallel"]}
      ins(%exp, %sum : tensor<6x16xf32>, tensor<6xf32>) outs(%empty : tensor<6x16xf32>) {
  ^bb0(%p: f32, %s: f32, %out: f32):
    %q = arith.divf %p, %s : f32
    linalg.yield %q : f32
  } -> tensor<6x16xf32>
  return %softmax : tensor<6x16xf32>
}
