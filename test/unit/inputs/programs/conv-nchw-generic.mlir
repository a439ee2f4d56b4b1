// A convolution that has no name.
#image = affine_map<(n, f, p, q, c, r, s) -> (n, c, p + r, q + s)>
#filter = affine_map<(n, f, p, q, c, r, s) -> (f, c, r, s)>
#result = affine_map<(n, f, p, q, c, r, s) -> (n, f, p, q)>
func.func @task(%x: tensor<1x6x18x34xf32>, %w: tensor<32x6x3x3xf32>) -> tensor<1x32x16x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x32x16x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x32x16x32xf32>) -> tensor<1x32x16x32xf32>
  %conv = linalg.generic
      {indexing_maps = [#image, #filter, #result],
       iterator_types = ["parallel", "parallel", "parallel", "parallel",
                         "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x6x18x34xf32>, tensor<32x6x3x3xf32>) outs(%zeros : tensor<1x32x16x32xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %product = arith.mulf %a, %b : f32
    %next = arith.addf %sum, %product : f32
    linalg.yield %next : f32
  } -> tensor<1x32x16x32xf32>
  return %conv : tensor<1x32x16x32xf32>
}
