// What a user's sketches have in common is in sequences that they include. Those
// are no sketches, and come along with the sketch that wins.

// RUN: rm -rf %t && mkdir %t
// DEFINE: %{tune} = %as-opt --autoschedule --sketches=%s --progress=none %S/Inputs/product.mlir
// RUN: %{tune} --trials=100 --records=%t/store.db --report=%t/report.json -o %t/lowered.mlir
// RUN: FileCheck %s < %t/report.json
// CHECK: "sketches":["{{[^@]*}}","@mine","@fails"]
// CHECK-DAG: "sketch":"@mine","point":{"rows":1},"outcome":"ok"
// CHECK-DAG: "sketch":"@mine","point":{"rows":3},"outcome":"ok"

// A failure is reported where it is in this file.
// RUN: %as-opt --records=%t/store.db --export-json=%t/records.json
// RUN: FileCheck %s --check-prefix=FAILS < %t/records.json
// FAILS: "sketch":"@fails",{{.*}}"message":"{{.*}}sketches-included.mlir:[[# @LINE + 56]]:16: error: {{.*}}expected to contain 7 payloads

// Where it wins (by records that were doctored), the schedule has what it
// includes, with the knob there closed, and nothing else; and MLIR has nothing
// to say about it.
// RUN: sed -E '/"sketch":"@mine",.*"point":[{]"rows":3/s/"seconds":[^,]*/"seconds":1e-12,"final":true/' %t/records.json > %t/doctored.json
// RUN: %as-opt --records=%t/doctored.db --import-json=%t/doctored.json
// RUN: %{tune} --trials=0 --records=%t/doctored.db --emit=schedule -o %t/schedule.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=SCHEDULE < %t/schedule.mlir
// SCHEDULE: transform.named_sequence @__transform_main(
// SCHEDULE: transform.include @[[NAME:schedule_[0-9a-f]+]] failures
// SCHEDULE: transform.named_sequence @[[NAME]](
// SCHEDULE: transform.include @[[NAME]]___transform_main failures
// SCHEDULE: transform.named_sequence private @[[NAME]]___transform_main(
// SCHEDULE: transform.tune.knob<"rows"> = 3 : i64 from options = [1, 3]
// SCHEDULE-NOT: named_sequence
// RUN: %{tune} --trials=0 --records=%t/doctored.db --emit=scheduled -o %t/scheduled.mlir
// RUN: %mlir-opt %t/scheduled.mlir -o %t/expected.mlir
// RUN: %mlir-opt --transform-preload-library=transform-library-paths=%t/schedule.mlir --transform-interpreter %S/Inputs/product.mlir | cmp %t/expected.mlir -

module attributes {transform.with_named_sequence} {
  // Private, and called like the entry of a schedule. It marks as consumed what
  // it does not consume, of which MLIR warns.
  transform.named_sequence private @__transform_main(
      %product: !transform.any_op {transform.consumed}) {
    %rows = transform.tune.knob<"rows"> options = [1, 3]
        -> !transform.param<i64>
    %loops = transform.get_parent_op %product {op_name = "func.func"}
        : (!transform.any_op) -> !transform.any_op
    %found = transform.structured.match ops{["linalg.matmul"]} in %loops
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %found
        tile_sizes [%rows] : (!transform.any_op, !transform.param<i64>)
        -> (!transform.any_op, !transform.any_op)
    transform.yield
  }

  // It has a result.
  transform.named_sequence @product(%f: !transform.any_op {transform.readonly})
      -> !transform.any_op {
    %product = transform.structured.match ops{["linalg.matmul"]} in %f
        : (!transform.any_op) -> !transform.any_op
    transform.yield %product : !transform.any_op
  }

  transform.named_sequence @mine(%f: !transform.any_op {transform.readonly}) {
    %product = transform.structured.match ops{["linalg.matmul"]} in %f
        : (!transform.any_op) -> !transform.any_op
    transform.include @__transform_main failures(propagate) (%product)
        : (!transform.any_op) -> ()
    transform.yield
  }

  transform.named_sequence @fails(%f: !transform.any_op {transform.readonly}) {
    %product = transform.include @product failures(propagate) (%f)
        : (!transform.any_op) -> !transform.any_op
    %parts:7 = transform.split_handle %product : (!transform.any_op)
        -> (!transform.any_op, !transform.any_op, !transform.any_op,
            !transform.any_op, !transform.any_op, !transform.any_op,
            !transform.any_op)
    transform.yield
  }
}
