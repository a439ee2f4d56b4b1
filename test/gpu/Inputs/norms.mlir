// The rows of a matrix minus their sums, and the sum of all elements.
#all = affine_map<(row, column) -> (row, column)>
#perRow = affine_map<(row, column) -> (row)>
func.func @rows(%x: tensor<4x64xf32>) -> tensor<4x64xf32> {
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<4xf32>
  %empty = tensor.empty() : tensor<4x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%row : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<4x64xf32>) outs(%zeros : tensor<4xf32>) dimensions = [1]
  %r = linalg.generic {indexing_maps = [#all, #perRow, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum : tensor<4x64xf32>, tensor<4xf32>) outs(%empty : tensor<4x64xf32>) {
  ^bb0(%p: f32, %s: f32, %out: f32):
    %d = arith.subf %p, %s : f32
    linalg.yield %d : f32
  } -> tensor<4x64xf32>
  return %r : tensor<4x64xf32>
}
func.func @all(%x: tensor<16x64xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<f32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<16x64xf32>) outs(%zeros : tensor<f32>) dimensions = [0, 1]
  return %sum : tensor<f32>
}
