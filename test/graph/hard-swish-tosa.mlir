// A depthwise convolution of TOSA with its activation is one task: the dimension
// for several results a channel is gone, and constants of one element are scalars.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=6 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --stock --runs=0
// REQUIRES: search
// CHECK: func.func @f
// CHECK-COUNT-1: call @as_task
// CHECK-NOT: call
// CHECK: return
// CHECK-NOT: tensor<1x1x1x1xf32>
// CHECK: linalg.depthwise_conv_2d_nhwc_hwc {
// CHECK-NOT: tensor<1x1x1x1xf32>
// CHECK: return

func.func @f(%x: tensor<1x8x8x16xf32>, %w: tensor<3x3x16x1xf32>, %b: tensor<16xf32>) -> tensor<1x8x8x16xf32> {
  %none = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %three = "tosa.const"() <{values = dense<3.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %sixth = "tosa.const"() <{values = dense<0.166666667> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %c = tosa.depthwise_conv2d %x, %w, %b, %none, %none {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>}
      : (tensor<1x8x8x16xf32>, tensor<3x3x16x1xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x16xf32>
  %s = tosa.add %c, %three : (tensor<1x8x8x16xf32>, tensor<1x1x1x1xf32>) -> tensor<1x8x8x16xf32>
  %m = tosa.clamp %s {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  %n = tosa.mul %m, %sixth, %shift : (tensor<1x8x8x16xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<1x8x8x16xf32>
  %r = tosa.mul %c, %n, %shift : (tensor<1x8x8x16xf32>, tensor<1x8x8x16xf32>, tensor<1xi8>) -> tensor<1x8x8x16xf32>
  return %r : tensor<1x8x8x16xf32>
}
