// Mean and variance of rows of a prime length, of odd numbers of them.
#all = affine_map<(b, row, column) -> (b, row, column)>
#perRow = affine_map<(b, row, column) -> (b, row)>
#perColumn = affine_map<(b, row, column) -> (column)>
func.func @task(%x: tensor<5x3x37xf32>, %gamma: tensor<37xf32>, %beta: tensor<37xf32>) -> tensor<5x3x37xf32> {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 37.0 : f32
  %epsilon = arith.constant 1.0e-5 : f32
  %row = tensor.empty() : tensor<5x3xf32>
  %empty = tensor.empty() : tensor<5x3x37xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%row : tensor<5x3xf32>) -> tensor<5x3xf32>
  %sum = linalg.generic
      {indexing_maps = [#all, #perRow], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<5x3x37xf32>) outs(%zeros : tensor<5x3xf32>) {
  ^bb0(%p: f32, %out: f32):
    %s = arith.addf %p, %out : f32
    linalg.yield %s : f32
  } -> tensor<5x3xf32>
  %squares = linalg.generic
      {indexing_maps = [#all, #perRow, #perRow], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %sum : tensor<5x3x37xf32>, tensor<5x3xf32>) outs(%zeros : tensor<5x3xf32>) {
  ^bb0(%p: f32, %s: f32, %out: f32):
    %mean = arith.divf %s, %count : f32
    %d = arith.subf %p, %mean : f32
    %dd = arith.mulf %d, %d : f32
    %t = arith.addf %dd, %out : f32
    linalg.yield %t : f32
  } -> tensor<5x3xf32>
  %norm = linalg.generic
      {indexing_maps = [#all, #perRow, #perRow, #perColumn, #perColumn, #all],
       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %sum, %squares, %gamma, %beta : tensor<5x3x37xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<37xf32>, tensor<37xf32>)
      outs(%empty : tensor<5x3x37xf32>) {
  ^bb0(%p: f32, %s: f32, %v: f32, %g: f32, %b: f32, %out: f32):
    %mean = arith.divf %s, %count : f32
    %variance = arith.divf %v, %count : f32
    %safe = arith.addf %variance, %epsilon : f32
    %inverse = math.rsqrt %safe : f32
    %d = arith.subf %p, %mean : f32
    %n = arith.mulf %d, %inverse : f32
    %scaled = arith.mulf %n, %g : f32
    %shifted = arith.addf %scaled, %b : f32
    linalg.yield %shifted : f32
  } -> tensor<5x3x37xf32>
  return %norm : tensor<5x3x37xf32>
}
