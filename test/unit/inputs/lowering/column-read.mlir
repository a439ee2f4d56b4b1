// A vector along a column of a matrix.
func.func @f(%x: tensor<4x8xf32>, %j: index) -> tensor<4xf32> {
  %zero = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%zero, %j], %p
      {in_bounds = [true], permutation_map = affine_map<(i, j) -> (i)>}
      : tensor<4x8xf32>, vector<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %r = vector.transfer_write %v, %e[%zero] {in_bounds = [true]}
      : vector<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}
