// A layer in NCHW: padded, every second pixel, a bias for each channel.
#image = affine_map<(n, f, h, w) -> (n, f, h, w)>
#channel = affine_map<(n, f, h, w) -> (f)>
func.func @task(%x: tensor<1x6x15x31xf32>, %w: tensor<32x6x3x3xf32>, %b: tensor<32xf32>) -> tensor<1x32x8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%n: index, %c: index, %h: index, %v: index):
    tensor.yield %zero : f32
  } : tensor<1x6x15x31xf32> to tensor<1x6x17x33xf32>
  %empty = tensor.empty() : tensor<1x32x8x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %sums = linalg.conv_2d_nchw_fchw
      {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%padded, %w : tensor<1x6x17x33xf32>, tensor<32x6x3x3xf32>)
      outs(%zeros : tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %r = linalg.generic
      {indexing_maps = [#image, #channel, #image],
       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sums, %b : tensor<1x32x8x16xf32>, tensor<32xf32>) outs(%empty : tensor<1x32x8x16xf32>) {
  ^bb0(%element: f32, %bias: f32, %out: f32):
    %sum = arith.addf %element, %bias : f32
    %most = arith.maximumf %sum, %zero : f32
    linalg.yield %most : f32
  } -> tensor<1x32x8x16xf32>
  return %r : tensor<1x32x8x16xf32>
}
