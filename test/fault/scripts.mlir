// Sketches that cannot be built: scripts that report a failure, and one that
// goes on and on, which its limit of time ends, or else that of memory.
// REQUIRES: search
// RUN: rm -rf %t && split-file %s %t
// RUN: %as-opt --autoschedule --trials=100 --build-timeout=1 --sketches=%t/faulty.mlir --records=%t/store.db --report=%t/report.json --progress=none %t/product.mlir -o %t/lowered.mlir
// RUN: %as-run %t/lowered.mlir --compare=%t/product.mlir --runs=0
// RUN: %as-opt --records=%t/store.db --export-json=%t/records.json
// RUN: FileCheck %s < %t/records.json
// CHECK-DAG: "sketch":"@refuses",{{.*}}"outcome":"build-failed","message":"{{.*}}error: Attempted to vectorize, but failed{{.*}}","times":[],"seconds":0,"checked":false
// CHECK-DAG: "sketch":"@invalid",{{.*}}"outcome":"build-failed","message":"{{.+}}","times":[]
// CHECK-DAG: "sketch":"@grows",{{.*}}"outcome":"build-timeout","message":"took longer than 1.0 s","times":[]

// RUN: FileCheck %s --check-prefix=REPORT < %t/report.json
// REPORT: "numErrors":3,"problem":"build-{{failed|timeout}}: {{.+}}","outcomes":{"ok":{{[1-9][0-9]*}},
// REPORT-SAME: "build-failed":2,"build-timeout":1,"build-crashed":0,
// REPORT-SAME: "messages":{"build-failed":"{{[^"]+}}{{.*}}","build-timeout":"took longer than 1.0 s"}
// REPORT: "best":{"trial":{{[0-9]+}},"sketch":"{{[^@"]+}}"

// RUN: %as-opt --autoschedule --trials=100 --build-timeout=60 --memory-limit=800 --sketches=%t/faulty.mlir --records=%t/small.db --progress=none %t/product.mlir -o %t/lowered.mlir
// RUN: %as-run %t/lowered.mlir --compare=%t/product.mlir --runs=0
// ASan takes all the addresses there are, so that no limit on them is felt.
// RUN: %if asan %{ true %} %else %{ %as-opt --records=%t/small.db --export-json=- | FileCheck %s --check-prefix=MEMORY %}
// MEMORY: "sketch":"@grows",{{.*}}"outcome":"build-crashed","message":"the build worker was killed by SIG{{.+}}","times":[]

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
  transform.named_sequence @refuses(%f: !transform.any_op {transform.readonly}) {
    %product = transform.structured.match ops{["linalg.matmul"]} in %f : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %product vector_sizes [1, 2, 3] : !transform.any_op
    transform.yield
  }

  // The script works, but what it makes of the program is no valid IR.
  transform.named_sequence @invalid(%f: !transform.any_op {transform.readonly}) {
    %old = transform.structured.match ops{["arith.constant"]} attributes {value = 0.0 : f32} in %f : (!transform.any_op) -> !transform.any_op
    transform.structured.replace %old {
      %new = arith.constant 1.0 : f64
    } : (!transform.any_op) -> !transform.any_op
    transform.yield
  }

  transform.named_sequence @grows(%f: !transform.any_op {transform.readonly}) {
    %product = transform.structured.match ops{["linalg.matmul"]} in %f : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %product tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %old = transform.structured.match ops{["arith.constant"]} attributes {value = 3 : index} in %f : (!transform.any_op) -> !transform.any_op
    transform.structured.replace %old {
      %new = arith.constant 4611686018427387904 : index
    } : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %loop {factor = 100000000 : i64} : !transform.any_op
    transform.yield
  }
}
