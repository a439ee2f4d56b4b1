// Layers whose tiles are single images share a loop over the images, also where
// a result has two readers in it. One that is read elsewhere ends its loop. With
// one kernel for each group, all tiles are such.

// RUN: %mlir-opt --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(as-split-dynamic{kernels-per-task=1})' %s | FileCheck %s
// RUN: %as-opt --autoschedule --emit=lowered --kernels-per-task=1 --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --runs=0 --entry=block --sizes=d0=0 | FileCheck --check-prefix=EQUAL %s
// RUN: %as-run %t.mlir --compare=%s --runs=0 --entry=block --sizes=d0=3 | FileCheck --check-prefix=EQUAL %s
// RUN: %as-run %t.mlir --compare=%s --runs=0 --entry=both --sizes=d0=3 | FileCheck --check-prefix=EQUAL %s
// RUN: %as-run %t.mlir --compare=%s --runs=0 --entry=scaled --sizes=d0=7 | FileCheck --check-prefix=EQUAL %s

// EQUAL: results: equal

// CHECK-LABEL: func.func @block(
// CHECK: scf.for %[[I:.*]] = %c0 to %{{.*}} step %c1
// CHECK-NOT: scf.for
// CHECK: tensor.extract_slice %arg0[%[[I]], 0, 0, 0] [1, 26, 26, 16]
// CHECK-NOT: scf.for
// CHECK: %[[IMAGE:.*]] = linalg.conv_2d_nhwc_hwcf {{.*}} -> tensor<1x24x24x16xf32>
// CHECK-NOT: scf.for
// CHECK: tensor.pad %[[IMAGE]]
// CHECK-NOT: scf.for
// CHECK: %[[CHANNELS:.*]] = linalg.depthwise_conv_2d_nhwc_hwc
// CHECK-NOT: scf.for
// CHECK: linalg.add ins(%[[CHANNELS]], %[[IMAGE]] :
// CHECK-NOT: scf.for
// CHECK: linalg.pooling_nhwc_max
// CHECK: tensor.insert_slice {{.*}}[%[[I]], 0, 0, 0] [1, 23, 23, 16]
// CHECK-NOT: scf.for
// CHECK: return
func.func @block(%x: tensor<?x26x26x16xf32>, %k: tensor<3x3x16x16xf32>,
                 %d: tensor<3x3x16xf32>) -> tensor<?x23x23x16xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -1.0e30 : f32
  %n = tensor.dim %x, %c0 : tensor<?x26x26x16xf32>
  %e = tensor.empty(%n) : tensor<?x24x24x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<?x24x24x16xf32>)
      -> tensor<?x24x24x16xf32>
  %image = linalg.conv_2d_nhwc_hwcf
      ins(%x, %k : tensor<?x26x26x16xf32>, tensor<3x3x16x16xf32>)
      outs(%zeros : tensor<?x24x24x16xf32>) -> tensor<?x24x24x16xf32>
  %padded = tensor.pad %image low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %l: index, %m: index):
    tensor.yield %zero : f32
  } : tensor<?x24x24x16xf32> to tensor<?x26x26x16xf32>
  %channels = linalg.depthwise_conv_2d_nhwc_hwc
      ins(%padded, %d : tensor<?x26x26x16xf32>, tensor<3x3x16xf32>)
      outs(%zeros : tensor<?x24x24x16xf32>) -> tensor<?x24x24x16xf32>
  %sum = linalg.add
      ins(%channels, %image : tensor<?x24x24x16xf32>, tensor<?x24x24x16xf32>)
      outs(%e : tensor<?x24x24x16xf32>) -> tensor<?x24x24x16xf32>
  %f = tensor.empty(%n) : tensor<?x23x23x16xf32>
  %lows = linalg.fill ins(%low : f32) outs(%f : tensor<?x23x23x16xf32>)
      -> tensor<?x23x23x16xf32>
  %window = tensor.empty() : tensor<2x2xf32>
  %r = linalg.pooling_nhwc_max
      ins(%sum, %window : tensor<?x24x24x16xf32>, tensor<2x2xf32>)
      outs(%lows : tensor<?x23x23x16xf32>) -> tensor<?x23x23x16xf32>
  return %r : tensor<?x23x23x16xf32>
}

// CHECK-LABEL: func.func @both(
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK: tensor.insert_slice
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: linalg.pooling_nhwc_max
// CHECK: return
func.func @both(%x: tensor<?x26x26x16xf32>, %k: tensor<3x3x16x16xf32>)
    -> (tensor<?x24x24x16xf32>, tensor<?x23x23x16xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -1.0e30 : f32
  %n = tensor.dim %x, %c0 : tensor<?x26x26x16xf32>
  %e = tensor.empty(%n) : tensor<?x24x24x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<?x24x24x16xf32>)
      -> tensor<?x24x24x16xf32>
  %image = linalg.conv_2d_nhwc_hwcf
      ins(%x, %k : tensor<?x26x26x16xf32>, tensor<3x3x16x16xf32>)
      outs(%zeros : tensor<?x24x24x16xf32>) -> tensor<?x24x24x16xf32>
  %f = tensor.empty(%n) : tensor<?x23x23x16xf32>
  %lows = linalg.fill ins(%low : f32) outs(%f : tensor<?x23x23x16xf32>)
      -> tensor<?x23x23x16xf32>
  %window = tensor.empty() : tensor<2x2xf32>
  %r = linalg.pooling_nhwc_max
      ins(%image, %window : tensor<?x24x24x16xf32>, tensor<2x2xf32>)
      outs(%lows : tensor<?x23x23x16xf32>) -> tensor<?x23x23x16xf32>
  return %image, %r : tensor<?x24x24x16xf32>, tensor<?x23x23x16xf32>
}

// A slice is between the layers.
// CHECK-LABEL: func.func @scaled(
// CHECK: scf.for {{.*}} step %c1
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NOT: scf.for
// CHECK: linalg.pooling_nhwc_sum
// CHECK: tensor.insert_slice
// CHECK: scf.for {{.*}} step %c1
// CHECK: linalg.matmul
// CHECK: return
func.func @scaled(%x: tensor<?x26x26x16xf32>, %k: tensor<3x3x16x16xf32>,
                  %w: tensor<16x10xf32>) -> tensor<?x10xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x26x26x16xf32>
  %e = tensor.empty(%n) : tensor<?x24x24x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<?x24x24x16xf32>)
      -> tensor<?x24x24x16xf32>
  %image = linalg.conv_2d_nhwc_hwcf
      ins(%x, %k : tensor<?x26x26x16xf32>, tensor<3x3x16x16xf32>)
      outs(%zeros : tensor<?x24x24x16xf32>) -> tensor<?x24x24x16xf32>
  %f = tensor.empty(%n) : tensor<?x5x5x16xf32>
  %none = linalg.fill ins(%zero : f32) outs(%f : tensor<?x5x5x16xf32>)
      -> tensor<?x5x5x16xf32>
  %window = tensor.empty() : tensor<20x20xf32>
  %pooled = linalg.pooling_nhwc_sum
      ins(%image, %window : tensor<?x24x24x16xf32>, tensor<20x20xf32>)
      outs(%none : tensor<?x5x5x16xf32>) -> tensor<?x5x5x16xf32>
  %corner = tensor.extract_slice %pooled[0, 0, 0, 0] [%n, 1, 1, 16] [1, 1, 1, 1]
      : tensor<?x5x5x16xf32> to tensor<?x16xf32>
  %g = tensor.empty(%n) : tensor<?x10xf32>
  %sums = linalg.fill ins(%zero : f32) outs(%g : tensor<?x10xf32>)
      -> tensor<?x10xf32>
  %r = linalg.matmul ins(%corner, %w : tensor<?x16xf32>, tensor<16x10xf32>)
      outs(%sums : tensor<?x10xf32>) -> tensor<?x10xf32>
  return %r : tensor<?x10xf32>
}
