// The same in NCHW: what each pixel is computed from becomes a column, and the
// filter is read as it is.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 8
// RUN: FileCheck %s < %t/sketches
// REQUIRES: search
// CHECK: transform.structured.convert_conv2d_to_img2col

func.func @short_rows(%x: tensor<2x32x16x16xf32>, %k: tensor<24x32x3x3xf32>)
    -> tensor<2x24x14x14xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x24x14x14xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x24x14x14xf32>)
      -> tensor<2x24x14x14xf32>
  %sums = linalg.conv_2d_nchw_fchw
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %k : tensor<2x32x16x16xf32>, tensor<24x32x3x3xf32>)
      outs(%zeros : tensor<2x24x14x14xf32>) -> tensor<2x24x14x14xf32>
  return %sums : tensor<2x24x14x14xf32>
}
