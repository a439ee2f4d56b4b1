// Rows of a table by their numbers, a number of another one added to each.
#row = affine_map<(i, j) -> (i)>
#all = affine_map<(i, j) -> (i, j)>
func.func @gather_rows(%ids: tensor<12xi32>, %table: tensor<50x64xf32>,
                       %x: tensor<12x64xf32>) -> tensor<12x64xf32> {
  %empty = tensor.empty() : tensor<12x64xf32>
  %0 = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<12x64xf32>) outs(%empty : tensor<12x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %id = tensor.extract %ids[%i] : tensor<12xi32>
    %row = arith.index_cast %id : i32 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %table[%row, %j] : tensor<50x64xf32>
    %s = arith.addf %in, %v : f32
    linalg.yield %s : f32
  } -> tensor<12x64xf32>
  return %0 : tensor<12x64xf32>
}
