// A user's own sketch, of which this file is one, is tuned beside the others:
// every value of its knob with every alternative.
// REQUIRES: search
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{tune} = %as-opt --autoschedule --sketches=%s --progress=none %S/Inputs/product.mlir
// RUN: %{tune} --trials=100 --records=%t/store.db --emit=schedule -o %t/schedule.mlir --report=%t/report.json
// RUN: FileCheck %s < %t/report.json
// CHECK: "sketches":["{{[^@]*}}","@mine"]
// CHECK-DAG: "sketch":"@mine","point":{"columns":1,"unroll":0},"outcome":"ok"
// CHECK-DAG: "sketch":"@mine","point":{"columns":1,"unroll":1},"outcome":"ok"
// CHECK-DAG: "sketch":"@mine","point":{"columns":7,"unroll":0},"outcome":"ok"
// CHECK-DAG: "sketch":"@mine","point":{"columns":7,"unroll":1},"outcome":"ok"

// Where it wins (here by records that were doctored), the schedule has it with
// its knobs closed, and replays as any other.
// RUN: %as-opt --records=%t/store.db --export-json=%t/records.json
// RUN: sed -E '/"sketch":"@mine",.*"point":[{]"columns":7,"unroll":1/s/"seconds":[^,]*/"seconds":1e-12,"final":true/' %t/records.json > %t/doctored.json
// RUN: not cmp %t/records.json %t/doctored.json
// RUN: %as-opt --records=%t/doctored.db --import-json=%t/doctored.json
// RUN: %{tune} --trials=0 --records=%t/doctored.db --emit=schedule -o %t/schedule.mlir
// RUN: FileCheck %s --check-prefix=SCHEDULE < %t/schedule.mlir
// SCHEDULE: transform.include @[[NAME:schedule_[0-9a-f]+]]
// SCHEDULE: transform.named_sequence @[[NAME]](
// SCHEDULE: transform.tune.knob<"columns"> = 7 : i64 from options = [1, 7]
// SCHEDULE: transform.tune.alternatives<"unroll"> selected_region = 1
// SCHEDULE: transform.yield
// RUN: %{tune} --trials=0 --records=%t/doctored.db --emit=scheduled -o %t/scheduled.mlir
// RUN: %mlir-opt %t/scheduled.mlir -o %t/expected.mlir
// RUN: %mlir-opt --transform-preload-library=transform-library-paths=%t/schedule.mlir --transform-interpreter %S/Inputs/product.mlir | cmp %t/expected.mlir -
// RUN: %as-run %t/scheduled.mlir --compare=%S/Inputs/product.mlir --runs=0

// The same sketch, edited, is another one, and of what is known of the first
// nothing counts for it.
// RUN: sed 's/options = .1, 7./options = [1]/' %s > %t/edited.mlir
// RUN: %as-opt --autoschedule --sketches=%t/edited.mlir --progress=none %S/Inputs/product.mlir --trials=0 --records=%t/doctored.db --emit=schedule -o - | FileCheck %s --check-prefix=EDITED
// EDITED: transform.named_sequence @schedule_
// EDITED-NOT: "columns"> = 

// A sketch for another task is left out.
// RUN: sed 's/readonly})/readonly}) attributes {as.task = "of another"}/' %s > %t/other.mlir
// RUN: %as-opt --autoschedule --sketches=%t/other.mlir --progress=none %S/Inputs/product.mlir --trials=100 --records=none --report=%t/other.json -o %t/none.mlir
// RUN: FileCheck %s --check-prefix=OTHER < %t/other.json
// OTHER-NOT: @mine

// Files that are none.
// RUN: not %as-opt --autoschedule --sketches=%S/Inputs/product.mlir --records=none %S/Inputs/product.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: error: {{.*}}product.mlir has no sketch: expected a module with a public transform.named_sequence of one argument and no results for each
// RUN: not %as-opt --autoschedule --sketches=%t/none --records=none %S/Inputs/product.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: {{.*}}product.mlir:2:1: error: cannot open '{{.*}}none': No such file or directory
// RUN: printf 'module {\n  oops\n}\n' > %t/oops.mlir
// RUN: not %as-opt --autoschedule --sketches=%t/oops.mlir --records=none %S/Inputs/product.mlir 2>&1 | FileCheck %s --check-prefix=OOPS
// OOPS: error: cannot parse {{.*}}oops.mlir:2:3: error: custom op 'oops' is unknown

module attributes {transform.with_named_sequence} {
  transform.named_sequence @mine(%f: !transform.any_op {transform.readonly}) {
    %product = transform.structured.match ops{["linalg.matmul"]} in %f
        : (!transform.any_op) -> !transform.any_op
    %columns = transform.tune.knob<"columns"> options = [1, 7]
        -> !transform.param<i64>
    %tiled, %loops:2 = transform.structured.tile_using_for %product
        tile_sizes [1, %columns] : (!transform.any_op, !transform.param<i64>)
        -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.tune.alternatives<"unroll"> {
    }, {
      transform.loop.unroll %loops#0 {factor = 3 : i64} : !transform.any_op
    }
    transform.yield
  }
}
