// f16 summed up in f16, with a bias, the second operand with its rows along k.
#left = affine_map<(m, n, k) -> (m, k)>
#right = affine_map<(m, n, k) -> (n, k)>
#result = affine_map<(m, n, k) -> (m, n)>
#all = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
func.func @task(%a: tensor<64x96xf16>, %b: tensor<64x96xf16>, %bias: tensor<64xf16>) -> tensor<64x64xf16> {
  %zero = arith.constant 0.0 : f16
  %empty = tensor.empty() : tensor<64x64xf16>
  %zeros = linalg.fill ins(%zero : f16) outs(%empty : tensor<64x64xf16>) -> tensor<64x64xf16>
  %c = linalg.matmul indexing_maps = [#left, #right, #result]
      ins(%a, %b : tensor<64x96xf16>, tensor<64x96xf16>)
      outs(%zeros : tensor<64x64xf16>) -> tensor<64x64xf16>
  %r = linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : tensor<64x64xf16>, tensor<64xf16>) outs(%empty : tensor<64x64xf16>) {
  ^bb0(%x: f16, %y: f16, %out: f16):
    %s = arith.addf %x, %y : f16
    linalg.yield %s : f16
  } -> tensor<64x64xf16>
  return %r : tensor<64x64xf16>
}
