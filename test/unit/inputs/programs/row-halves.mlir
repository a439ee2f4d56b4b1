// Sums of rows whose elements are half a register, from pixels of two dimensions.
#all = affine_map<(row, y, x) -> (row, y, x)>
#perRow = affine_map<(row, y, x) -> (row)>
func.func @task(%x: tensor<12x4x96xf16>) -> tensor<12xf16> {
  %zero = arith.constant 0.0 : f16
  %empty = tensor.empty() : tensor<12xf16>
  %zeros = linalg.fill ins(%zero : f16) outs(%empty : tensor<12xf16>) -> tensor<12xf16>
  %sum = linalg.generic
      {indexing_maps = [#all, #perRow], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<12x4x96xf16>) outs(%zeros : tensor<12xf16>) {
  ^bb0(%p: f16, %out: f16):
    %s = arith.maximumf %p, %out : f16
    linalg.yield %s : f16
  } -> tensor<12xf16>
  return %sum : tensor<12xf16>
}
