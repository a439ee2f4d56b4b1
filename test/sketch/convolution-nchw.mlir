// Layers in NCHW: what is copied, transposed and unrolled for them is replayed by
// stock tools, and computes the same.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 8
// RUN: FileCheck %s < %t/sketches
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t.parallel 2 2
// REQUIRES: search
// CHECK-DAG: transform.structured.pack
// CHECK-DAG: transform.structured.lower_unpack
// CHECK-DAG: fold_unit_extent_dims_via_slices

#image = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>

// Every second pixel of a padded image, a bias for each channel, no negatives;
// then each channel by itself.
func.func @layers(%x: tensor<1x4x15x35xf32>, %k: tensor<32x4x3x3xf32>,
                  %b: tensor<32xf32>, %d: tensor<32x3x3xf32>)
    -> tensor<1x32x6x16xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%n: index, %c: index, %h: index, %w: index):
    tensor.yield %zero : f32
  } : tensor<1x4x15x35xf32> to tensor<1x4x17x37xf32>
  %empty = tensor.empty() : tensor<1x32x8x18xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x32x8x18xf32>)
      -> tensor<1x32x8x18xf32>
  %sums = linalg.conv_2d_nchw_fchw
      {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%padded, %k : tensor<1x4x17x37xf32>, tensor<32x4x3x3xf32>)
      outs(%zeros : tensor<1x32x8x18xf32>) -> tensor<1x32x8x18xf32>
  %first = linalg.generic
      {indexing_maps = [#image, #channel, #image],
       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sums, %b : tensor<1x32x8x18xf32>, tensor<32xf32>)
      outs(%empty : tensor<1x32x8x18xf32>) {
  ^bb0(%element: f32, %bias: f32, %out: f32):
    %sum = arith.addf %element, %bias : f32
    %most = arith.maximumf %sum, %zero : f32
    linalg.yield %most : f32
  } -> tensor<1x32x8x18xf32>
  %other = tensor.empty() : tensor<1x32x6x16xf32>
  %none = linalg.fill ins(%zero : f32) outs(%other : tensor<1x32x6x16xf32>)
      -> tensor<1x32x6x16xf32>
  %second = linalg.depthwise_conv_2d_nchw_chw
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%first, %d : tensor<1x32x8x18xf32>, tensor<32x3x3xf32>)
      outs(%none : tensor<1x32x6x16xf32>) -> tensor<1x32x6x16xf32>
  return %second : tensor<1x32x6x16xf32>
}
