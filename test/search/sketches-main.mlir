// A user's own sketch may be called as stock mlir-opt wants a script's entry to
// be called, and may stand beside another one.
// REQUIRES: search
// RUN: rm -rf %t && mkdir %t
// RUN: %as-opt --autoschedule --sketches=%s --trials=100 --records=%t/store.db --progress=none --emit=schedule %S/Inputs/product.mlir -o %t/schedule.mlir
// RUN: %mlir-opt --transform-preload-library=transform-library-paths=%t/schedule.mlir --transform-interpreter %S/Inputs/product.mlir -o %t/scheduled.mlir
// RUN: %as-opt --records=%t/store.db --export-json=- | FileCheck %s
// CHECK-DAG: "sketch":"@__transform_main",{{.*}}"outcome":"ok"
// CHECK-DAG: "sketch":"@refuses",{{.*}}"outcome":"build-failed"

module attributes {transform.with_named_sequence} {
  transform.named_sequence @refuses(%f: !transform.any_op {transform.readonly}) {
    %product = transform.structured.match ops{["linalg.matmul"]} in %f
        : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %product vector_sizes [1, 2, 3]
        : !transform.any_op
    transform.yield
  }

  transform.named_sequence @__transform_main(
      %f: !transform.any_op {transform.readonly}) {
    %product = transform.structured.match ops{["linalg.matmul"]} in %f
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %product
        tile_sizes [1] : (!transform.any_op)
        -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
