// A run that measures tunes more tiles of a dynamic size than it may use, and
// keeps those that took least. What it emits has tasks of these only, with the
// schedules that were found.

// REQUIRES: search
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{run} = %as-opt --autoschedule --kernels-per-task=2 --sizes=n=1..40 --share=unsafe --seed=1
// RUN: %{run} --trials=16 --records=%t/store.db --progress=plain --emit=schedule --report=%t/report.json %s -o %t/schedule.mlir 2> %t/progress
// RUN: FileCheck %s --check-prefix=TUNED < %t/progress
// RUN: FileCheck %s --check-prefix=KEPT < %t/schedule.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t/report.json
// RUN: %as-opt --as-apply-schedule=schedule=%t/schedule.mlir %s -o %t/scheduled.mlir
// RUN: FileCheck %s --check-prefix=APPLIED < %t/scheduled.mlir
// RUN: %as-run %t/scheduled.mlir --entry=linear --compare=%s --runs=0 --sizes=n=37 | FileCheck %s --check-prefix=EQUAL

// The store has all tiles, and the tiles of the estimate are among them.
// RUN: %{run} --trials=0 --records=%t/store.db --progress=none --emit=schedule %s | FileCheck %s --check-prefix=KEPT

// TUNED: tuning {{3|4}} tasks
// KEPT: as.kernels = {{{"?[0-9a-f]+"?}} = [array<i64: {{[0-9]+}}, 1>{{(, array<i32: [0-9, ]*>)*}}]}
// KEPT-COUNT-2: transform.include @schedule_
// KEPT-NOT: transform.include @schedule_
// REPORT-COUNT-2: "label":
// REPORT-NOT: "label":
// APPLIED-COUNT-2: as.scheduled
// APPLIED: vector.
// EQUAL: results: equal

func.func @linear(%x: tensor<?x96xf32> {as.sizes = ["n"]},
                  %w: tensor<96x64xf32>) -> tensor<?x64xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x96xf32>
  %empty = tensor.empty(%n) : tensor<?x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x64xf32>)
      -> tensor<?x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<?x96xf32>, tensor<96x64xf32>)
      outs(%zeros : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %p : tensor<?x64xf32>
}
