// Broadcasts along rows and channels.
#all = affine_map<(n, h, w, c) -> (n, h, w, c)>
#perChannel = affine_map<(n, h, w, c) -> (c)>
#perImage = affine_map<(n, h, w, c) -> (n)>
func.func @task(%x: tensor<2x6x10x48xf32>, %scale: tensor<48xf32>, %shift: tensor<2xf32>) -> tensor<2x6x10x48xf32> {
  %empty = tensor.empty() : tensor<2x6x10x48xf32>
  %r = linalg.generic
      {indexing_maps = [#all, #perChannel, #perImage, #all],
       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %scale, %shift : tensor<2x6x10x48xf32>, tensor<48xf32>, tensor<2xf32>)
      outs(%empty : tensor<2x6x10x48xf32>) {
  ^bb0(%p: f32, %s: f32, %t: f32, %out: f32):
    %scaled = arith.mulf %p, %s : f32
    %shifted = arith.addf %scaled, %t : f32
    linalg.yield %shifted : f32
  } -> tensor<2x6x10x48xf32>
  return %r : tensor<2x6x10x48xf32>
}
