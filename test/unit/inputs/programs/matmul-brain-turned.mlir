// A batch of products of bf16, both operands turned.
func.func @task(%a: tensor<2x32x64xbf16>, %b: tensor<2x48x32xbf16>) -> tensor<2x64x48xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x64x48xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x64x48xf32>) -> tensor<2x64x48xf32>
  %c = linalg.generic {
      indexing_maps = [affine_map<(b, i, j, k) -> (b, k, i)>, affine_map<(b, i, j, k) -> (b, j, k)>, affine_map<(b, i, j, k) -> (b, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x32x64xbf16>, tensor<2x48x32xbf16>) outs(%zeros : tensor<2x64x48xf32>) {
  ^bb0(%x: bf16, %y: bf16, %sum: f32):
    %xx = arith.extf %x : bf16 to f32
    %yy = arith.extf %y : bf16 to f32
    %p = arith.mulf %xx, %yy : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x64x48xf32>
  return %c : tensor<2x64x48xf32>
}
