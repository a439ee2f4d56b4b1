// Poolings in NCHW of whole images become reductions of rows; others stay.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --emit=tasks --records=none --progress=none %s 2>/dev/null | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir 2>/dev/null
// RUN: %as-run %t.mlir --entry=largest --compare=%s --runs=0 | FileCheck %s --check-prefix=SAME
// RUN: %as-run %t.mlir --entry=mean --compare=%s --runs=0
// RUN: %as-run %t.mlir --entry=part --compare=%s --runs=0 | FileCheck %s --check-prefix=SAME
// SAME: results: equal

// CHECK: linalg.pooling_nchw_max
// CHECK-SAME: tensor<7x6xf32>
// CHECK-NOT: linalg.pooling_nchw
// CHECK: linalg.reduce
// CHECK-SAME: tensor<32x35xf32>
// CHECK-NOT: linalg.pooling_nchw
// CHECK: linalg.reduce
// CHECK-SAME: tensor<23x169xf32>
// CHECK-NOT: linalg.pooling_nchw

func.func @largest(%x: tensor<2x16x7x5xf32>) -> tensor<2x16x1x1xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %window = tensor.empty() : tensor<7x5xf32>
  %empty = tensor.empty() : tensor<2x16x1x1xf32>
  %init = linalg.fill ins(%lowest : f32) outs(%empty : tensor<2x16x1x1xf32>) -> tensor<2x16x1x1xf32>
  %r = linalg.pooling_nchw_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%x, %window : tensor<2x16x7x5xf32>, tensor<7x5xf32>)
      outs(%init : tensor<2x16x1x1xf32>) -> tensor<2x16x1x1xf32>
  return %r : tensor<2x16x1x1xf32>
}

// The first value is an argument.
func.func @mean(%x: tensor<1x23x13x13xf32>, %first: tensor<1x23x1x1xf32>) -> tensor<1x23x1x1xf32> {
  %window = tensor.empty() : tensor<13x13xf32>
  %sum = linalg.pooling_nchw_sum {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %window : tensor<1x23x13x13xf32>, tensor<13x13xf32>)
      outs(%first : tensor<1x23x1x1xf32>) -> tensor<1x23x1x1xf32>
  %pixels = arith.constant dense<169.0> : tensor<1x23x1x1xf32>
  %r = arith.divf %sum, %pixels : tensor<1x23x1x1xf32>
  return %r : tensor<1x23x1x1xf32>
}

// The window leaves out a column.
func.func @part(%x: tensor<1x16x7x7xf32>) -> tensor<1x16x1x1xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %window = tensor.empty() : tensor<7x6xf32>
  %empty = tensor.empty() : tensor<1x16x1x1xf32>
  %init = linalg.fill ins(%lowest : f32) outs(%empty : tensor<1x16x1x1xf32>) -> tensor<1x16x1x1xf32>
  %r = linalg.pooling_nchw_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%x, %window : tensor<1x16x7x7xf32>, tensor<7x6xf32>)
      outs(%init : tensor<1x16x1x1xf32>) -> tensor<1x16x1x1xf32>
  return %r : tensor<1x16x1x1xf32>
}
