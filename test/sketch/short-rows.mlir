// A convolution with short rows of pixels is a matrix product to the rules; the
// schedule is replayed by stock tools on the convolution, and computes the same.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 8
// RUN: FileCheck %s < %t/sketches
// REQUIRES: search
// CHECK-DAG: transform.structured.convert_conv2d_to_img2col
// CHECK-DAG: transform.structured.hoist_pad

func.func @short_rows(%x: tensor<2x11x11x64xf32>, %k: tensor<3x3x64x32xf32>)
    -> tensor<2x5x5x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x5x5x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x5x5x32xf32>)
      -> tensor<2x5x5x32xf32>
  %sums = linalg.conv_2d_nhwc_hwcf
      {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%x, %k : tensor<2x11x11x64xf32>, tensor<3x3x64x32xf32>)
      outs(%zeros : tensor<2x5x5x32xf32>) -> tensor<2x5x5x32xf32>
  return %sums : tensor<2x5x5x32xf32>
}
