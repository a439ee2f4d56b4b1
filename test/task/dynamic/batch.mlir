// A convolution with its padding and epilogue, and a pooling, of any number of
// images. With one kernel for each group, tiles are single images, and all of it
// is in one loop over these. A convolution whose window is dynamic as well as its
// image stays, with a remark.

// RUN: split-file %s %t
// RUN: %mlir-opt --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(as-split-dynamic{kernels-per-task=1})' %t/batch.mlir | FileCheck %s --check-prefix=SPLIT
// RUN: %as-opt --autoschedule --emit=tasks --kernels-per-task=1 --records=none %t/batch.mlir | FileCheck %s
// RUN: %as-opt --autoschedule --emit=lowered --trials=0 --records=none --progress=none %t/batch.mlir -o %t/lowered.mlir
// RUN: %as-run %t/lowered.mlir --compare=%t/batch.mlir --runs=0 | FileCheck --check-prefix=EQUAL %s
// RUN: %as-opt --as-split-dynamic --verify-diagnostics %t/windows.mlir | FileCheck %s --check-prefix=WINDOWS
// RUN: %mlir-opt --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(as-split-dynamic{kernels-per-task=1})' --verify-diagnostics %t/windows.mlir | FileCheck %s --check-prefix=WINDOWS

// SPLIT-LABEL: func.func private @layer(
// SPLIT: scf.for %[[I:.*]] = %c0 to %{{.*}} step %c1
// SPLIT: tensor.extract_slice %arg0[%[[I]], 0, 0, 0] [1, 12, 12, 16]
// SPLIT: tensor.pad {{.*}} low[0, 1, 1, 0] high[0, 1, 1, 0]
// SPLIT: : tensor<1x12x12x16xf32> to tensor<1x14x14x16xf32>
// SPLIT: linalg.conv_2d_nhwc_hwcf
// SPLIT-NOT: scf.for
// SPLIT: linalg.generic
// SPLIT-NOT: scf.for
// SPLIT: linalg.pooling_nhwc_max
// SPLIT: tensor.insert_slice
// SPLIT-NOT: scf.for
// SPLIT: return

// CHECK-LABEL: func.func private @layer(
// CHECK-DAG: label = "conv_2d_nhwc_hwcf 1x12x12x16x3x3x16 +elementwise"
// CHECK-DAG: label = "pooling_nhwc_max 1x11x11x16x2x2"

// EQUAL: results: equal

//--- batch.mlir
func.func private @layer(%x: tensor<?x12x12x16xf32>, %k: tensor<3x3x16x16xf32>,
                         %b: tensor<16xf32>) -> tensor<?x11x11x16xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -1.0e30 : f32
  %n = tensor.dim %x, %c0 : tensor<?x12x12x16xf32>
  %padded = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %l: index, %m: index):
    tensor.yield %zero : f32
  } : tensor<?x12x12x16xf32> to tensor<?x14x14x16xf32>
  %e = tensor.empty(%n) : tensor<?x12x12x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<?x12x12x16xf32>)
      -> tensor<?x12x12x16xf32>
  %c = linalg.conv_2d_nhwc_hwcf
      ins(%padded, %k : tensor<?x14x14x16xf32>, tensor<3x3x16x16xf32>)
      outs(%zeros : tensor<?x12x12x16xf32>) -> tensor<?x12x12x16xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(n, h, w, c) -> (n, h, w, c)>,
                       affine_map<(n, h, w, c) -> (c)>,
                       affine_map<(n, h, w, c) -> (n, h, w, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %b : tensor<?x12x12x16xf32>, tensor<16xf32>)
      outs(%e : tensor<?x12x12x16xf32>) {
  ^bb0(%a: f32, %bias: f32, %o: f32):
    %s = arith.addf %a, %bias : f32
    %p = arith.maximumf %s, %zero : f32
    linalg.yield %p : f32
  } -> tensor<?x12x12x16xf32>
  %f = tensor.empty(%n) : tensor<?x11x11x16xf32>
  %lows = linalg.fill ins(%low : f32) outs(%f : tensor<?x11x11x16xf32>)
      -> tensor<?x11x11x16xf32>
  %window = tensor.empty() : tensor<2x2xf32>
  %m = linalg.pooling_nhwc_max
      ins(%r, %window : tensor<?x12x12x16xf32>, tensor<2x2xf32>)
      outs(%lows : tensor<?x11x11x16xf32>) -> tensor<?x11x11x16xf32>
  return %m : tensor<?x11x11x16xf32>
}

func.func @all(%x: tensor<5x12x12x16xf32>, %k: tensor<3x3x16x16xf32>,
               %b: tensor<16xf32>) -> tensor<6x5x11x11x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %none = arith.constant dense<0.0> : tensor<6x5x11x11x16xf32>
  %all = scf.for %n = %c0 to %c6 step %c1 iter_args(%t = %none)
      -> tensor<6x5x11x11x16xf32> {
    %s = tensor.extract_slice %x[0, 0, 0, 0] [%n, 12, 12, 16] [1, 1, 1, 1]
        : tensor<5x12x12x16xf32> to tensor<?x12x12x16xf32>
    %r = func.call @layer(%s, %k, %b)
        : (tensor<?x12x12x16xf32>, tensor<3x3x16x16xf32>, tensor<16xf32>)
        -> tensor<?x11x11x16xf32>
    %u = tensor.insert_slice %r into %t[%n, 0, 0, 0, 0] [1, %n, 11, 11, 16]
        [1, 1, 1, 1, 1] : tensor<?x11x11x16xf32> into tensor<6x5x11x11x16xf32>
    scf.yield %u : tensor<6x5x11x11x16xf32>
  }
  return %all : tensor<6x5x11x11x16xf32>
}

//--- windows.mlir
// WINDOWS-LABEL: func.func @image(
// WINDOWS-NEXT: linalg.conv_2d_nhwc_hwcf
func.func @image(%x: tensor<1x8x?x4xf32>, %k: tensor<3x?x4x8xf32>,
                 %y: tensor<1x6x?x8xf32>) -> tensor<1x6x?x8xf32> {
  // expected-remark @below {{linalg.conv_2d_nhwc_hwcf is not scheduled: dimension 2 of operand 0 is dynamic, and several dynamic loops index it together, as image and window do; export the model with a fixed size there}}
  %r = linalg.conv_2d_nhwc_hwcf
      ins(%x, %k : tensor<1x8x?x4xf32>, tensor<3x?x4x8xf32>)
      outs(%y : tensor<1x6x?x8xf32>) -> tensor<1x6x?x8xf32>
  return %r : tensor<1x6x?x8xf32>
}

