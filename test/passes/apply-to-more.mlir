// The schedule of a module that is one task alone is of use in a larger module
// with that task, and touches nothing else there.

// RUN: rm -rf %t && split-file %s %t
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=schedule %t/alone.mlir -o %t/schedule.mlir
// RUN: cat %t/alone.mlir %t/more.mlir | %as-opt --as-apply-schedule=schedule=%t/schedule.mlir | FileCheck %s
// RUN: cat %t/alone.mlir %t/more.mlir | %mlir-opt --transform-preload-library=transform-library-paths=%t/schedule.mlir --transform-interpreter | FileCheck %s

// What counts is the task, not what its function is called.
// RUN: sed 's/@powers/@was_powers/' %t/alone.mlir > %t/renamed.mlir
// RUN: sed 's/@roots/@powers/' %t/more.mlir > %t/taken.mlir
// RUN: cat %t/renamed.mlir %t/taken.mlir | %as-opt --as-apply-schedule=schedule=%t/schedule.mlir | FileCheck %s --check-prefix=NAMES
// NAMES: func.func @was_powers({{.*}}as.task = "[[HASH:[0-9a-f]+]]"
// NAMES: func.func @powers(
// NAMES-NOT: [[HASH]]

// CHECK: func.func @powers({{.*}}as.task = "[[HASH:[0-9a-f]+]]"
// CHECK: func.func @roots(
// CHECK-NOT: [[HASH]]

//--- alone.mlir
func.func @powers(%x: tensor<8xf32>) -> tensor<8xf32> {
  %empty = tensor.empty() : tensor<8xf32>
  %r = linalg.exp ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>)
      -> tensor<8xf32>
  return %r : tensor<8xf32>
}

//--- more.mlir
func.func @roots(%x: tensor<8xf32>) -> tensor<8xf32> {
  %empty = tensor.empty() : tensor<8xf32>
  %r = linalg.sqrt ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>)
      -> tensor<8xf32>
  return %r : tensor<8xf32>
}
