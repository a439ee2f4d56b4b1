// The rows of the result are of the second operand: f16, for tensor cores.
func.func @task(%b: tensor<64x64xf16>, %a: tensor<64x64xf16>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, j)>,
                                        affine_map<(i, j, k) -> (i, k)>,
                                        affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%b, %a : tensor<64x64xf16>, tensor<64x64xf16>) outs(%zeros : tensor<64x64xf32>) {
  ^bb0(%y: f16, %x: f16, %sum: f32):
    %wide = arith.extf %x : f16 to f32
    %other = arith.extf %y : f16 to f32
    %p = arith.mulf %wide, %other : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}
