// Candidates that compute something else, never end, or write where they must
// not: each is an outcome that the records name, none is ever the winner, and
// the run goes on. They are made by a user's sketches, which replace a constant
// by another. What never ends is stopped early where others have been measured
// before it was built.

// RUN: rm -rf %t && split-file %s %t
// RUN: %as-opt --autoschedule --trials=100 --run-timeout=1 --sketches=%t/faulty.mlir --records=%t/store.db --report=%t/report.json --progress=none %t/product.mlir -o %t/lowered.mlir
// RUN: %as-run %t/lowered.mlir --compare=%t/product.mlir --runs=0

// RUN: %as-opt --records=%t/store.db --export-json=%t/records.json
// RUN: FileCheck %s < %t/records.json
// CHECK-DAG: "sketch":"@wrong",{{.*}}"outcome":"wrong-answer","message":"element {{[0-9]+}} of result 0 is {{.*}}, expected {{.*}} (deviation {{.*}}, tolerance {{.*}})","times":[],"seconds":0,"checked":true
// CHECK-DAG: "sketch":"@hang",{{.*}}"outcome":"{{run-timeout|early-stopped}}","message":"{{ran longer than its limit of 1 s|was stopped after .* s, as the best takes much less}}","times":[],"seconds":{{.*}},"checked":false
// CHECK-DAG: "sketch":"@near",{{.*}}"outcome":"{{run-crashed|wrong-answer}}","message":"{{.+}}","times":[]
// CHECK-DAG: "sketch":"@far",{{.*}}"outcome":"run-crashed","message":"the kernel was killed by SIGSEGV while running","times":[],"seconds":0,"checked":false

// RUN: FileCheck %s --check-prefix=REPORT < %t/report.json
// REPORT: "numErrors":{{[34]}},
// REPORT: "outcomes":{"ok":{{[1-9][0-9]*}},
// REPORT-SAME: "early-stopped":{{0|1}},"run-timeout":{{0|1}},
// REPORT: "best":{"trial":{{[0-9]+}},"sketch":"{{[^@"]+}}"

// What failed is not tried again.
// RUN: %as-opt --autoschedule --trials=100 --run-timeout=1 --sketches=%t/faulty.mlir --records=%t/store.db --progress=plain %t/product.mlir -o %t/again.mlir 2>&1 | FileCheck %s --check-prefix=AGAIN
// AGAIN: errors {{[34]}}: 1 {{.*}}wrong-answer
// RUN: cmp %t/lowered.mlir %t/again.mlir
// REQUIRES: search
//--- product.mlir
// Of odd extents, so that there are few points and all are tried.
func.func @product(%x: tensor<3x5xf32>, %w: tensor<5x7xf32>) -> tensor<3x7xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3x7xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x7xf32>) -> tensor<3x7xf32>
  %r = linalg.matmul ins(%x, %w : tensor<3x5xf32>, tensor<5x7xf32>) outs(%zeros : tensor<3x7xf32>) -> tensor<3x7xf32>
  return %r : tensor<3x7xf32>
}

//--- faulty.mlir
module attributes {transform.with_named_sequence} {
  // Starts from one instead of zero.
  transform.named_sequence @wrong(%f: !transform.any_op {transform.readonly}) {
    %old = transform.structured.match ops{["arith.constant"]} attributes {value = 0.0 : f32} in %f : (!transform.any_op) -> !transform.any_op
    transform.structured.replace %old {
      %new = arith.constant 1.0 : f32
    } : (!transform.any_op) -> !transform.any_op
    transform.yield
  }

  // Rows two at a time, the last time one; then, for ages, none.
  transform.named_sequence @hang(%f: !transform.any_op {transform.readonly}) {
    %product = transform.structured.match ops{["linalg.matmul"]} in %f : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %product tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %old = transform.structured.match ops{["arith.constant"]} attributes {value = 3 : index} in %f : (!transform.any_op) -> !transform.any_op
    transform.structured.replace %old {
      %new = arith.constant 4611686018427387904 : index
    } : (!transform.any_op) -> !transform.any_op
    transform.yield
  }

  // One row too many.
  transform.named_sequence @near(%f: !transform.any_op {transform.readonly}) {
    %product = transform.structured.match ops{["linalg.matmul"]} in %f : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %product tile_sizes [1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %old = transform.structured.match ops{["arith.constant"]} attributes {value = 3 : index} in %f : (!transform.any_op) -> !transform.any_op
    transform.structured.replace %old {
      %new = arith.constant 4 : index
    } : (!transform.any_op) -> !transform.any_op
    transform.yield
  }

  // Millions of rows too many.
  transform.named_sequence @far(%f: !transform.any_op {transform.readonly}) {
    %product = transform.structured.match ops{["linalg.matmul"]} in %f : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %product tile_sizes [1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %old = transform.structured.match ops{["arith.constant"]} attributes {value = 3 : index} in %f : (!transform.any_op) -> !transform.any_op
    transform.structured.replace %old {
      %new = arith.constant 10000000 : index
    } : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
