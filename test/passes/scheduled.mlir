// What a schedule leaves of linalg, as the copies to a GPU's shared memory, is no
// task: a module with its schedule applied is only lowered, by whomever it was
// applied.
// REQUIRES: search
// RUN: rm -rf %t && mkdir %t
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=schedule %s -o %t/plain.mlir
// RUN: sed 's/%0 = transform.apply_registered_pass "canonicalize" to %arg0 .*/%e = transform.structured.match ops{["linalg.exp"]} in %arg0 : (!transform.any_op) -> !transform.any_op %i, %l = transform.structured.tile_using_for %e tile_sizes [8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)/' %t/plain.mlir > %t/tiles.mlir
// RUN: %as-opt --as-extract-tasks --as-apply-schedule=schedule=%t/tiles.mlir %s -o %t/scheduled.mlir
// RUN: %mlir-opt %s --transform-preload-library=transform-library-paths=%t/tiles.mlir --transform-interpreter | diff %t/scheduled.mlir -
// RUN: FileCheck %s < %t/scheduled.mlir
// RUN: %as-opt --as-extract-tasks %t/scheduled.mlir | diff %t/scheduled.mlir -
// RUN: %as-opt --autoschedule --records=none --emit=scheduled %t/scheduled.mlir 2>%t/said | diff %t/scheduled.mlir -
// RUN: FileCheck %s --check-prefix=SAID < %t/said
// RUN: not %as-opt --as-apply-schedule=schedule=%t/tiles.mlir %t/scheduled.mlir 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: %as-opt --autoschedule --records=none --progress=none %t/scheduled.mlir | FileCheck %s --check-prefix=LOWERED

// CHECK: func.func @exps({{.*}}as.scheduled, as.task =
// CHECK: scf.for
// CHECK: linalg.exp
// CHECK-NOT: call
// SAID: nothing to tune: the module's tasks have their schedules already
// AGAIN: has no schedule for any of the 0 tasks of this module
// LOWERED-NOT: as.scheduled
func.func @exps(%x: tensor<64xf32>) -> tensor<64xf32> {
  %empty = tensor.empty() : tensor<64xf32>
  %r = linalg.exp ins(%x : tensor<64xf32>) outs(%empty : tensor<64xf32>)
      -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// A task beside it is still one, and the script for it is for it alone.
// RUN: sed -n '/^func.func @exps/,/^}/{s/@exps/@roots/;s/linalg.exp/linalg.sqrt/;p}' %s > %t/more.mlir
// RUN: sed -n '/^  func.func/,/^  }/p' %t/scheduled.mlir > %t/done.mlir
// RUN: cat %t/done.mlir %t/more.mlir | %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=schedule | FileCheck %s --check-prefix=BOTH
// BOTH-NOT: "exps"
// BOTH-COUNT-1: transform.named_sequence @schedule_
// BOTH-NOT: @schedule_
