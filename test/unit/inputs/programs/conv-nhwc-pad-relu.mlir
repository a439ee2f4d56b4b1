// ResNet's block: a pad, a convolution, an elementwise consumer.
#all = affine_map<(n, h, w, c) -> (n, h, w, c)>
#perChannel = affine_map<(n, h, w, c) -> (c)>
func.func @task(%x: tensor<1x14x14x8xf32>, %w: tensor<3x3x8x32xf32>, %bias: tensor<32xf32>) -> tensor<1x14x14x32xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x14x14x8xf32> to tensor<1x16x16x8xf32>
  %empty = tensor.empty() : tensor<1x14x14x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x14x14x32xf32>) -> tensor<1x14x14x32xf32>
  %conv = linalg.conv_2d_nhwc_hwcf
      ins(%padded, %w : tensor<1x16x16x8xf32>, tensor<3x3x8x32xf32>)
      outs(%zeros : tensor<1x14x14x32xf32>) -> tensor<1x14x14x32xf32>
  %relu = linalg.generic
      {indexing_maps = [#all, #perChannel, #all],
       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%conv, %bias : tensor<1x14x14x32xf32>, tensor<32xf32>)
      outs(%empty : tensor<1x14x14x32xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %sum = arith.addf %p, %q : f32
    %max = arith.maximumf %sum, %zero : f32
    linalg.yield %max : f32
  } -> tensor<1x14x14x32xf32>
  return %relu : tensor<1x14x14x32xf32>
}
