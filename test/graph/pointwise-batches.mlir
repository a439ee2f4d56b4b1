// Rows in batches with channels first: no two loops of the result collapse. What
// reads it stays as it is, and does so in finite time.

// RUN: %as-opt --autoschedule --trials=0 --records=none --emit=tasks %s | FileCheck %s
// REQUIRES: search
// CHECK-LABEL: func.func private @as_task_
// CHECK: linalg.generic
// CHECK-SAME: tensor<8x8xf32>, tensor<2x8x3xf32>
// CHECK: linalg.add {{.*}} tensor<2x8x3xf32>
// CHECK-NOT: linalg.conv

func.func @rows(%x: tensor<2x8x3xf32>, %k: tensor<8x8x1xf32>)
    -> tensor<2x8x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x8x3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x8x3xf32>)
      -> tensor<2x8x3xf32>
  %c = linalg.conv_1d_ncw_fcw
      ins(%x, %k : tensor<2x8x3xf32>, tensor<8x8x1xf32>)
      outs(%f : tensor<2x8x3xf32>) -> tensor<2x8x3xf32>
  %r = linalg.add ins(%c, %c : tensor<2x8x3xf32>, tensor<2x8x3xf32>)
      outs(%e : tensor<2x8x3xf32>) -> tensor<2x8x3xf32>
  return %r : tensor<2x8x3xf32>
}
