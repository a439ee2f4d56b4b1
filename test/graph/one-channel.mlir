// Pooling of images of one channel stays in NCHW, where pixels are lanes, though
// such images are the same in NHWC.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none \
// RUN:   --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --stock --runs=0
// REQUIRES: search

// CHECK-NOT: nhwc
// CHECK-COUNT-3: linalg.pooling_nchw_max
// CHECK-NOT: nhwc
func.func @forward(%x: tensor<1x1x20x36xf32>) -> tensor<1x1x14x30xf32> {
  %least = arith.constant 0xFF800000 : f32
  %window = tensor.empty() : tensor<3x3xf32>
  %e0 = tensor.empty() : tensor<1x1x18x34xf32>
  %f0 = linalg.fill ins(%least : f32) outs(%e0 : tensor<1x1x18x34xf32>) -> tensor<1x1x18x34xf32>
  %p0 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %window : tensor<1x1x20x36xf32>, tensor<3x3xf32>)
      outs(%f0 : tensor<1x1x18x34xf32>) -> tensor<1x1x18x34xf32>
  %e1 = tensor.empty() : tensor<1x1x16x32xf32>
  %f1 = linalg.fill ins(%least : f32) outs(%e1 : tensor<1x1x16x32xf32>) -> tensor<1x1x16x32xf32>
  %p1 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%p0, %window : tensor<1x1x18x34xf32>, tensor<3x3xf32>)
      outs(%f1 : tensor<1x1x16x32xf32>) -> tensor<1x1x16x32xf32>
  %e2 = tensor.empty() : tensor<1x1x14x30xf32>
  %f2 = linalg.fill ins(%least : f32) outs(%e2 : tensor<1x1x14x30xf32>) -> tensor<1x1x14x30xf32>
  %p2 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%p1, %window : tensor<1x1x16x32xf32>, tensor<3x3xf32>)
      outs(%f2 : tensor<1x1x14x30xf32>) -> tensor<1x1x14x30xf32>
  return %p2 : tensor<1x1x14x30xf32>
}
