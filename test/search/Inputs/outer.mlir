// The sums of the rows of an outer product, which has 128 MiB.
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#both = affine_map<(i, j) -> (i, j)>
func.func @sums(%x: tensor<4096xf32>, %y: tensor<8192xf32>) -> tensor<4096xf32> {
  %zero = arith.constant 0.0 : f32
  %whole = tensor.empty() : tensor<4096x8192xf32>
  %outer = linalg.generic {indexing_maps = [#row, #column, #both], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<4096xf32>, tensor<8192xf32>) outs(%whole : tensor<4096x8192xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<4096x8192xf32>
  %empty = tensor.empty() : tensor<4096xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<4096xf32>) -> tensor<4096xf32>
  %r = linalg.reduce ins(%outer : tensor<4096x8192xf32>) outs(%zeros : tensor<4096xf32>) dimensions = [1]
    (%in: f32, %acc: f32) { %s = arith.addf %in, %acc : f32  linalg.yield %s : f32 }
  return %r : tensor<4096xf32>
}
