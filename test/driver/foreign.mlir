// Operations of dialects that MLIR does not have pass through. Functions without
// them are scheduled and lowered; the others get schedules for what MLIR has, and
// stay for whoever knows the dialect.

// RUN: split-file %s %t

// RUN: %as-opt --allow-unregistered-dialect --autoschedule --emit=tasks %t/model.mlir | FileCheck %s --check-prefixes=CHECK,TASKS
// RUN: %as-opt --allow-unregistered-dialect --autoschedule --emit=scheduled --trials=0 --records=none --progress=none %t/model.mlir -o %t/scheduled.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefixes=CHECK,SCHEDULED < %t/scheduled.mlir
// RUN: %as-opt --allow-unregistered-dialect --autoschedule --emit=schedule --trials=0 --records=none --progress=none %t/model.mlir | FileCheck %s --check-prefix=SCHEDULE
// RUN: %as-opt --allow-unregistered-dialect --autoschedule --emit=sketches --trials=0 --records=none --progress=none %t/model.mlir | FileCheck %s --check-prefix=SKETCHES
// SCHEDULE: transform.named_sequence @schedule_
// SKETCHES: transform.named_sequence @sketch_

// CHECK: module attributes {my.version = #my.version<3, "a">}
// CHECK: "my.config"() {kind = !my.kind<deep>} : () -> ()
// CHECK: func.func @clean({{.*}}attributes {{{.*}}my.inline
// CHECK: func.func @mixed(
// CHECK: %[[X:.*]] = "my.relu"(%{{.*}}) <{slope = 1.000000e-01 : f32}> {x = #my.thing<3>} : (tensor<32x32xf32>) -> tensor<32x32xf32>
// TASKS: %[[R:.*]] = call @as_task_{{.*}}(%[[X]], %{{.*}})
// SCHEDULED: %[[R:.*]] = call @as_task_{{.*}}(%[[X]], %{{.*}})
// CHECK: "my.region"(%[[R]]) ({
// CHECK-NEXT: ^bb0(%{{.*}}: tensor<32x32xf32>):
// CHECK-NEXT: linalg.exp
// CHECK-NEXT: "my.yield"
// CHECK: func.func @calls(
// CHECK: "my.EntryPoint"() {func = @clean} : () -> ()

// RUN: %as-opt --allow-unregistered-dialect --autoschedule --trials=0 --records=none --progress=none %t/model.mlir -o %t/lowered.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --check-prefix=LOWERED < %t/lowered.mlir
// REMARK: model.mlir:12:1: remark: 'mixed' is not lowered: {{.*}}model.mlir:13:8: 'my.relu' belongs to a dialect that MLIR does not have, and as-opt does not know how to lower it; run a pass that does so first
// REMARK: model.mlir:25:1: remark: 'calls' is not lowered: it refers to 'mixed', which is not lowered

// The task that a lowered function needs too is there twice.
// LOWERED: "my.config"() {kind = !my.kind<deep>}
// LOWERED: llvm.func @clean(
// LOWERED: llvm.func @again(
// LOWERED: llvm.call @[[TASK:as_task_[0-9a-f]*]](
// LOWERED: "my.EntryPoint"() {func = @clean}
// LOWERED: llvm.func internal @[[TASK]](
// LOWERED: func.func @mixed(
// LOWERED: "my.relu"(%{{.*}}) <{slope = 1.000000e-01 : f32}> {x = #my.thing<3>}
// LOWERED: call @[[TASK]]_kept(
// LOWERED: func.func private @[[TASK]]_kept(
// LOWERED: func.func @calls(
// LOWERED: call @mixed(

// It can be read again, and what is lowered in it runs.
// RUN: %mlir-opt --allow-unregistered-dialect %t/lowered.mlir -o /dev/null
// RUN: %as-run %t/lowered.mlir --entry=again --compare=%t/model.mlir --entry=again --runs=0
// RUN: not %as-run %t/model.mlir --entry=calls --runs=0 2>&1 | FileCheck %s --check-prefix=RUNNING
// RUNNING: 'mixed' cannot be compiled: {{.*}}model.mlir:13:8: error: 'my.relu' belongs to a dialect
// RUNNING-NEXT: 'calls' cannot be compiled: it refers to 'mixed'

// Code has no place for them.
// RUN: %as-opt --allow-unregistered-dialect --autoschedule --emit=shared --trials=0 --records=none --progress=none --header=%t/model.h %t/model.mlir -o %t/model.so 2>&1 | FileCheck %s --check-prefix=OBJECT
// OBJECT: model.mlir:12:1: warning: 'mixed' is left out: {{.*}}model.mlir:13:8: 'my.relu' belongs to a dialect
// OBJECT: model.mlir:25:1: warning: 'calls' is left out: it refers to 'mixed'
// RUN: FileCheck %s --check-prefix=HEADER < %t/model.h
// HEADER-NOT: mixed
// HEADER: as_call_clean(
// HEADER: as_call_again(
// HEADER-NOT: calls
// RUN: %as-opt --allow-unregistered-dialect --autoschedule --emit=llvm --trials=0 --records=none --progress=none %t/model.mlir 2>/dev/null | FileCheck %s --check-prefix=LLVM
// LLVM: define void @clean(

// Without any other function there is nothing to make code of, which is said
// before the search; a module is left to its owner.
// RUN: not %as-opt --allow-unregistered-dialect --autoschedule --emit=object --records=none --progress=plain %t/only.mlir -o %t/only.o 2>&1 | FileCheck %s --check-prefix=ONLY
// ONLY-NOT: trials
// ONLY: only.mlir:1:1: error: {{.*}}only.mlir:2:8: error: 'my.relu' belongs to a dialect
// ONLY-NOT: trials
// RUN: %as-opt --allow-unregistered-dialect --autoschedule --trials=0 --records=none --progress=none %t/only.mlir 2>/dev/null | FileCheck %s --check-prefix=LEFT
// LEFT: func.func @only
// LEFT: func.func private @as_task_{{.*}}as.scheduled

// For a GPU the host's part keeps them.
// RUN: %as-opt --allow-unregistered-dialect --autoschedule --target=cuda:sm_90 --trials=0 --records=none --progress=none %t/entry.mlir | FileCheck %s --check-prefix=GPU
// GPU: gpu.launch_func
// GPU: "my.EntryPoint"() {func = @clean}
// RUN: %as-opt --allow-unregistered-dialect --autoschedule --emit=ptx --target=cuda:sm_90 --trials=0 --records=none --progress=none %t/entry.mlir | FileCheck %s --check-prefix=PTX
// PTX: .entry

//--- model.mlir
!t = tensor<32x32xf32>
module attributes {my.version = #my.version<3, "a">} {
"my.config"() {kind = !my.kind<deep>} : () -> ()
func.func @clean(%a: !t, %b: !t) -> !t attributes {my.inline} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !t
  %z = linalg.fill ins(%zero : f32) outs(%e : !t) -> !t
  %r = linalg.matmul ins(%a, %b : !t, !t) outs(%z : !t) -> !t
  %s = linalg.exp ins(%r : !t) outs(%e : !t) -> !t
  return %s : !t
}
func.func @mixed(%a: !t, %b: !t) -> !t {
  %c = "my.relu"(%a) <{slope = 0.1 : f32}> {x = #my.thing<3>} : (!t) -> !t
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !t
  %z = linalg.fill ins(%zero : f32) outs(%e : !t) -> !t
  %r = linalg.matmul ins(%c, %b : !t, !t) outs(%z : !t) -> !t
  "my.region"(%r) ({
  ^bb0(%x: !t):
    %s = linalg.exp ins(%x : !t) outs(%x : !t) -> !t
    "my.yield"(%s) : (!t) -> ()
  }) : (!t) -> ()
  return %r : !t
}
func.func @calls(%a: !t, %b: !t) -> !t {
  %r = call @mixed(%a, %b) : (!t, !t) -> !t
  return %r : !t
}
func.func @again(%a: !t, %b: !t) -> (!t, !t) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !t
  %z = linalg.fill ins(%zero : f32) outs(%e : !t) -> !t
  %r = linalg.matmul ins(%a, %b : !t, !t) outs(%z : !t) -> !t
  return %r, %a : !t, !t
}
"my.EntryPoint"() {func = @clean} : () -> ()
}

//--- only.mlir
func.func @only(%a: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %c = "my.relu"(%a) : (tensor<32x32xf32>) -> tensor<32x32xf32>
  %e = tensor.empty() : tensor<32x32xf32>
  %r = linalg.exp ins(%c : tensor<32x32xf32>) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %r : tensor<32x32xf32>
}

//--- entry.mlir
!t = tensor<64x64xf32>
func.func @clean(%a: !t, %b: !t) -> !t {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !t
  %z = linalg.fill ins(%zero : f32) outs(%e : !t) -> !t
  %r = linalg.matmul ins(%a, %b : !t, !t) outs(%z : !t) -> !t
  return %r : !t
}
"my.EntryPoint"() {func = @clean} : () -> ()
