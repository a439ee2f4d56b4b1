// A copy of a constant without dimensions, which MLIR's fusion of elementwise
// operations dies of, and a broadcast of one: both are fills.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks %s \
// RUN:   | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=lowered %s -o %t.mlir
// RUN: %as-run %t.mlir --entry=copied --compare=%s
// RUN: %as-run %t.mlir --entry=spread --compare=%s

// CHECK-LABEL: func.func @copied
// CHECK-NOT: linalg.copy
// CHECK: linalg.fill
func.func @copied() -> tensor<bf16> {
  %c = arith.constant dense<-1.5> : tensor<bf16>
  %e = tensor.empty() : tensor<bf16>
  %0 = linalg.copy ins(%c : tensor<bf16>) outs(%e : tensor<bf16>) -> tensor<bf16>
  %1 = linalg.square ins(%0 : tensor<bf16>) outs(%e : tensor<bf16>) -> tensor<bf16>
  return %1 : tensor<bf16>
}

// CHECK-LABEL: func.func @spread
// CHECK-NOT: linalg.broadcast
// CHECK: linalg.fill
func.func @spread(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c = arith.constant dense<2.0> : tensor<8xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.broadcast ins(%c : tensor<8xf32>) outs(%e : tensor<4x8xf32>) dimensions = [0]
  %1 = linalg.mul ins(%x, %0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
