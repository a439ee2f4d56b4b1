#id = affine_map<(i) -> (i)>
func.func @f(%x: tensor<8xbf16>) -> tensor<8xf64> {
  %e = tensor.empty() : tensor<8xf64>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<8xbf16>) outs(%e : tensor<8xf64>) {
  ^bb0(%a: bf16, %o: f64):
    %0 = math.rsqrt %a : bf16
    %1 = arith.extf %0 : bf16 to f64
    linalg.yield %1 : f64
  } -> tensor<8xf64>
  return %r : tensor<8xf64>
}
