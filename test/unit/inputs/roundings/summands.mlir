#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @f(%x: tensor<8x32xbf16>, %zeros: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x32xbf16>) outs(%zeros : tensor<8xf32>) {
  ^bb0(%a: bf16, %sum: f32):
    %0 = math.exp %a : bf16
    %1 = arith.extf %0 : bf16 to f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}
