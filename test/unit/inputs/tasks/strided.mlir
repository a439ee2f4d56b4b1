// Upstream vectorises no elementwise operation that reads every other element,
// sums of loops, or a diagonal, so these are tasks of their own, and what
// computes their operands can be scheduled. Zeros are no obstacle.
//= 1 x matmul 8x8x8: fill contraction
//= 1 x other 8x8: other
//= 1 x other 8x8: other
//= 1 x elementwise 4x8: elementwise
//= 1 x other 4x8: other
#all = affine_map<(row, column) -> (row, column)>
func.func @f(%a: tensor<8x8xf32>, %b: tensor<1x8xf32>, %long: tensor<15xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %square = tensor.empty() : tensor<8x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%square : tensor<8x8xf32>) -> tensor<8x8xf32>
  %product = linalg.matmul ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zeros : tensor<8x8xf32>) -> tensor<8x8xf32>
  %diagonal = linalg.generic
      {indexing_maps = [affine_map<(row, column) -> (column, column)>, #all], iterator_types = ["parallel", "parallel"]}
      ins(%product : tensor<8x8xf32>) outs(%square : tensor<8x8xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<8x8xf32>
  %sums = linalg.generic
      {indexing_maps = [#all, affine_map<(row, column) -> (row + column)>, #all], iterator_types = ["parallel", "parallel"]}
      ins(%diagonal, %long : tensor<8x8xf32>, tensor<15xf32>) outs(%square : tensor<8x8xf32>) {
  ^bb0(%x: f32, %l: f32, %out: f32):
    %y = arith.mulf %x, %l : f32
    linalg.yield %y : f32
  } -> tensor<8x8xf32>
  %half = tensor.empty() : tensor<4x8xf32>
  %even = linalg.generic
      {indexing_maps = [affine_map<(row, column) -> (row * 2, column)>, #all], iterator_types = ["parallel", "parallel"]}
      ins(%sums : tensor<8x8xf32>) outs(%half : tensor<4x8xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.addf %x, %x : f32
    linalg.yield %y : f32
  } -> tensor<4x8xf32>
  %first = linalg.generic
      {indexing_maps = [#all, affine_map<(row, column) -> (0, column)>, #all], iterator_types = ["parallel", "parallel"]}
      ins(%even, %b : tensor<4x8xf32>, tensor<1x8xf32>) outs(%half : tensor<4x8xf32>) {
  ^bb0(%x: f32, %l: f32, %out: f32):
    %y = arith.addf %x, %l : f32
    linalg.yield %y : f32
  } -> tensor<4x8xf32>
  return %first : tensor<4x8xf32>
}
