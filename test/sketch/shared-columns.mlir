// Threads share the copy by which a convolution becomes a product: in NHWC and
// in NCHW rows of the result, in NCHW of a few pixels the channels, as rows of
// two threads would meet in a cache line for each tap. Images are shared where
// that leaves threads equal parts. One thread copies what is small.

// RUN: rm -rf %t && split-file %s %t
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %t/rows.mlir %t/rows 2 8
// RUN: FileCheck %t/rows.mlir < %t/rows/sketches
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %t/channels.mlir %t/channels 2 8
// RUN: FileCheck %t/channels.mlir < %t/channels/sketches
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %t/images.mlir %t/images 2 8
// RUN: FileCheck %t/images.mlir < %t/images/sketches
// RUN: %as-opt --autoschedule --emit=sketches --trials=0 --records=none --progress=none --threads=1 %t/rows.mlir | FileCheck %s --check-prefix=ONE
// RUN: %as-opt --autoschedule --emit=sketches --trials=0 --records=none --progress=none --threads=2 %t/small.mlir | FileCheck %s --check-prefix=ONE
// ONE: convert_conv2d_to_img2col
// ONE-NOT: tile_using_forall
// REQUIRES: search

//--- rows.mlir
// Half of 36 rows of 35 pixels.
// CHECK: %[[COPY:.*]], %{{.*}} = transform.structured.convert_conv2d_to_img2col
// CHECK-NEXT: %[[PIECE:.*]], %{{.*}} = transform.structured.tile_using_forall %[[COPY]] tile_sizes [1, 0, 630]
// CHECK-NEXT: transform.structured.tile_using_for %[[PIECE]] tile_sizes [0, 1, 35]
func.func @rows(%x: tensor<1x7x38x37xf32>, %k: tensor<83x7x3x3xf32>) -> tensor<1x83x36x35xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x83x36x35xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x83x36x35xf32>) -> tensor<1x83x36x35xf32>
  %r = linalg.conv_2d_nchw_fchw
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %k : tensor<1x7x38x37xf32>, tensor<83x7x3x3xf32>)
      outs(%f : tensor<1x83x36x35xf32>) -> tensor<1x83x36x35xf32>
  return %r : tensor<1x83x36x35xf32>
}

//--- channels.mlir
// Half of the channels, of nine taps each.
// CHECK: %[[COPY:.*]], %{{.*}} = transform.structured.convert_conv2d_to_img2col
// CHECK-NEXT: %[[PIECE:.*]], %{{.*}} = transform.structured.tile_using_forall %[[COPY]] tile_sizes [1, 225]
// CHECK-NEXT: transform.structured.tile_using_for %[[PIECE]] tile_sizes [0, 1, 16]
func.func @channels(%x: tensor<1x50x18x18xf32>, %k: tensor<83x50x3x3xf32>) -> tensor<1x83x16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x83x16x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x83x16x16xf32>) -> tensor<1x83x16x16xf32>
  %r = linalg.conv_2d_nchw_fchw
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %k : tensor<1x50x18x18xf32>, tensor<83x50x3x3xf32>)
      outs(%f : tensor<1x83x16x16xf32>) -> tensor<1x83x16x16xf32>
  return %r : tensor<1x83x16x16xf32>
}

//--- images.mlir
// An image for each of two threads.
// CHECK: %[[COPY:.*]], %{{.*}} = transform.structured.convert_conv2d_to_img2col
// CHECK-NEXT: %[[PIECE:.*]], %{{.*}} = transform.structured.tile_using_forall %[[COPY]] tile_sizes [1, 49]
// CHECK-NEXT: transform.structured.tile_using_for %[[PIECE]] tile_sizes [0, 1, 96]
func.func @images(%x: tensor<2x9x9x96xf32>, %k: tensor<3x3x96x32xf32>) -> tensor<2x7x7x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x7x7x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x7x7x32xf32>) -> tensor<2x7x7x32xf32>
  %r = linalg.conv_2d_nhwc_hwcf
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %k : tensor<2x9x9x96xf32>, tensor<3x3x96x32xf32>)
      outs(%f : tensor<2x7x7x32xf32>) -> tensor<2x7x7x32xf32>
  return %r : tensor<2x7x7x32xf32>
}

//--- small.mlir
func.func @small(%x: tensor<1x8x18x18xf32>, %k: tensor<83x8x3x3xf32>) -> tensor<1x83x16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x83x16x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x83x16x16xf32>) -> tensor<1x83x16x16xf32>
  %r = linalg.conv_2d_nchw_fchw
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %k : tensor<1x8x18x18xf32>, tensor<83x8x3x3xf32>)
      outs(%f : tensor<1x83x16x16xf32>) -> tensor<1x83x16x16xf32>
  return %r : tensor<1x83x16x16xf32>
}
