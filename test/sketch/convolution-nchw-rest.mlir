// Rows of 37 pixels have no divisor: tiles of a round number of pixels are
// unrolled all the same, and so are the pixels that they leave over.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 8
// RUN: FileCheck %s < %t/sketches
// RUN: %as-opt --autoschedule --strategy=random --trials=16 --records=none %s -o %t.mlir 2> %t.log
// RUN: FileCheck %s --check-prefix=TRIALS < %t.log
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t.parallel 2 4
// REQUIRES: search
// CHECK: transform.structured.lower_unpack
// CHECK: %[[#LOOPS:]]:2 = transform.split_handle
// CHECK: transform.loop.unroll %[[#LOOPS]]#0 {factor = 8 : i64}
// CHECK-NEXT: transform.loop.unroll %[[#LOOPS]]#1 {factor = 5 : i64}
// TRIALS: trials {{[1-9][0-9]*}} of {{[0-9]+}}, errors 0

#image = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>

func.func @layer(%x: tensor<1x5x9x37xf32>, %k: tensor<32x5x3x3xf32>, %b: tensor<32xf32>) -> tensor<1x32x9x37xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%n: index, %c: index, %h: index, %w: index):
    tensor.yield %zero : f32
  } : tensor<1x5x9x37xf32> to tensor<1x5x11x39xf32>
  %empty = tensor.empty() : tensor<1x32x9x37xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x32x9x37xf32>) -> tensor<1x32x9x37xf32>
  %sums = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%padded, %k : tensor<1x5x11x39xf32>, tensor<32x5x3x3xf32>) outs(%zeros : tensor<1x32x9x37xf32>) -> tensor<1x32x9x37xf32>
  %r = linalg.generic {indexing_maps = [#image, #channel, #image], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sums, %b : tensor<1x32x9x37xf32>, tensor<32xf32>) outs(%empty : tensor<1x32x9x37xf32>) {
  ^bb0(%element: f32, %bias: f32, %out: f32):
    %sum = arith.addf %element, %bias : f32
    %most = arith.maximumf %sum, %zero : f32
    linalg.yield %most : f32
  } -> tensor<1x32x9x37xf32>
  return %r : tensor<1x32x9x37xf32>
}
