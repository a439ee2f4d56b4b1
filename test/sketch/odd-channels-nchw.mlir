// In NCHW tiles of output channels divide these. Of 83 there are none but all,
// which are no whole vectors, so that the windows may be copied to columns, and
// lanes are pixels. Not where columns are more than a cache holds, and not of 96
// channels.

// RUN: rm -rf %t && split-file %s %t
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %t/odd.mlir %t/odd 1 8
// RUN: FileCheck %t/odd.mlir < %t/odd/sketches
// RUN: %as-opt --autoschedule --emit=sketches --trials=0 --records=none --progress=none %t/others.mlir | FileCheck %t/others.mlir
// REQUIRES: search

//--- odd.mlir
// CHECK: transform.structured.convert_conv2d_to_img2col
func.func @odd(%x: tensor<1x10x40x40xf32>, %k: tensor<83x10x3x3xf32>) -> tensor<1x83x38x38xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x83x38x38xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x83x38x38xf32>) -> tensor<1x83x38x38xf32>
  %r = linalg.conv_2d_nchw_fchw
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %k : tensor<1x10x40x40xf32>, tensor<83x10x3x3xf32>)
      outs(%f : tensor<1x83x38x38xf32>) -> tensor<1x83x38x38xf32>
  return %r : tensor<1x83x38x38xf32>
}


//--- others.mlir
// CHECK: transform.named_sequence
// CHECK-NOT: transform.structured.convert_conv2d_to_img2col
func.func @even(%x: tensor<1x10x40x40xf32>, %k: tensor<96x10x3x3xf32>) -> tensor<1x96x38x38xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x96x38x38xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x96x38x38xf32>) -> tensor<1x96x38x38xf32>
  %r = linalg.conv_2d_nchw_fchw
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %k : tensor<1x10x40x40xf32>, tensor<96x10x3x3xf32>)
      outs(%f : tensor<1x96x38x38xf32>) -> tensor<1x96x38x38xf32>
  return %r : tensor<1x96x38x38xf32>
}

func.func @large(%x: tensor<1x64x90x90xf32>, %k: tensor<83x64x3x3xf32>) -> tensor<1x83x88x88xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x83x88x88xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x83x88x88xf32>) -> tensor<1x83x88x88xf32>
  %r = linalg.conv_2d_nchw_fchw
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %k : tensor<1x64x90x90xf32>, tensor<83x64x3x3xf32>)
      outs(%f : tensor<1x83x88x88xf32>) -> tensor<1x83x88x88xf32>
  return %r : tensor<1x83x88x88xf32>
}
