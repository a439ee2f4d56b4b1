// A table of three rows, and deviations in an array of two dimensions: numbers by
// the types alone would be out of bounds, and have no root.
func.func @embedding(%ids: tensor<64xi64>, %table: tensor<3x16xf32>,
                     %variance: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %empty = tensor.empty() : tensor<64x16xf32>
  %rows = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<64xi64>) outs(%empty : tensor<64x16xf32>) {
  ^bb0(%id: i64, %out: f32):
    %row = arith.index_cast %id : i64 to index
    %zero = arith.constant 0 : index
    %three = arith.constant 3 : index
    %isPositive = arith.cmpi sge, %row, %zero : index
    cf.assert %isPositive, "negative"
    %isInBounds = arith.cmpi slt, %row, %three : index
    cf.assert %isInBounds, "too large"
    %column = linalg.index 1 : index
    %element = tensor.extract %table[%row, %column] : tensor<3x16xf32>
    linalg.yield %element : f32
  } -> tensor<64x16xf32>
  %result = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%rows, %variance : tensor<64x16xf32>, tensor<64x16xf32>)
      outs(%empty : tensor<64x16xf32>) {
  ^bb0(%x: f32, %v: f32, %out: f32):
    %root = math.sqrt %v : f32
    %quotient = arith.divf %x, %root : f32
    linalg.yield %quotient : f32
  } -> tensor<64x16xf32>
  return %result : tensor<64x16xf32>
}
