// Modules in a module, as a file with several has them: each has its own names,
// tasks and lowering.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --emit=tasks %t/two.mlir -o %t/tasks.mlir
// RUN: FileCheck %s --check-prefix=TASKS < %t/tasks.mlir
// RUN: %as-opt --autoschedule --emit=scheduled --trials=0 --records=none --progress=none %t/two.mlir -o %t/scheduled.mlir
// RUN: FileCheck %s --check-prefix=SCHEDULED < %t/scheduled.mlir
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/two.mlir -o %t/lowered.mlir
// RUN: FileCheck %s --check-prefix=LOWERED < %t/lowered.mlir

// A task is a function in each module that calls it.
// TASKS: module {
// TASKS-NEXT: module @inner {
// TASKS: func.func @f(
// TASKS: call @as_task_
// TASKS: call @helper(
// TASKS: func.func private @helper(
// TASKS: call @as_task_
// TASKS: call @[[TASK:as_task_[0-9a-f]*]](
// TASKS-NOT: call
// TASKS: return
// TASKS: module @deeper {
// TASKS: func.func @g(
// TASKS: call @as_task_
// TASKS: call @[[TASK]](
// TASKS: func.func private @[[TASK]](
// TASKS: {{^  *}}}
// TASKS: func.func private @[[TASK]](

// A script finds them all.
// RUN: %as-opt --autoschedule --emit=schedule --trials=0 --records=none --progress=none %t/two.mlir -o %t/schedule.mlir
// RUN: %mlir-opt %t/tasks.mlir --transform-preload-library=transform-library-paths=%t/schedule.mlir --transform-interpreter -o %t/replayed.mlir
// RUN: FileCheck %s --check-prefix=SCHEDULED < %t/replayed.mlir
// SCHEDULED-COUNT-5: as.scheduled

// LOWERED: module {
// LOWERED-NEXT: module @inner {
// LOWERED: llvm.func @f(
// LOWERED: llvm.func internal @helper(
// LOWERED: module @deeper {
// LOWERED: llvm.func @g(
// LOWERED-NOT: {{func\.func|linalg|unrealized}}

// RUN: %as-run %t/lowered.mlir --entry=f --compare=%t/reference.mlir --runs=0
// RUN: %as-run %t/two.mlir --entry=g --compare=%t/reference.mlir --runs=0

// One object has what is in all of them.
// RUN: %as-opt --autoschedule --emit=shared --trials=0 --records=none --progress=none --header=%t/two.h %t/two.mlir -o %t/two.so 2>&1 | FileCheck %s --check-prefix=SHARED
// SHARED: two.mlir:37:3: warning: 'same' is left out: another module has a function of that name
// RUN: FileCheck %s --check-prefix=HEADER < %t/two.h
// HEADER-DAG: as_call_f(
// HEADER-DAG: as_call_g(
// RUN: %as-run %t/two.so --entry=f --compare=%t/reference.mlir --runs=0
// RUN: %as-run %t/two.so --entry=g --compare=%t/reference.mlir --runs=0

// Kernels are for one module at a time, which is said before the search.
// RUN: not %as-opt --autoschedule --emit=ptx --target=cuda:sm_90 --measure=static --records=none --progress=plain %t/two.mlir 2>&1 | FileCheck %s --check-prefix=GPU
// GPU-NOT: trials
// GPU: two.mlir:2:1: error: {{.*}}'builtin.module' is in a module, but --target=cuda:sm_90 takes one module

// Each is searched as part of one run, and has a name of its own.
// RUN: %as-opt --autoschedule --emit=scheduled --trials=0 --records=none --progress=none --function-weights=g=2 %t/two.mlir -o /dev/null

//--- two.mlir
!t = tensor<32x32xf32>
module @inner {
  func.func @f(%a: !t, %b: !t) -> !t {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : !t
    %z = linalg.fill ins(%zero : f32) outs(%e : !t) -> !t
    %r = linalg.matmul ins(%a, %b : !t, !t) outs(%z : !t) -> !t
    %s = call @helper(%r) : (!t) -> !t
    return %s : !t
  }
  func.func private @helper(%a: !t) -> !t {
    %e = tensor.empty() : !t
    %s = linalg.exp ins(%a : !t) outs(%e : !t) -> !t
    %p = linalg.transpose ins(%s : !t) outs(%e : !t) permutation = [1, 0]
    return %p : !t
  }
  func.func @same() -> i32 {
    %0 = arith.constant 1 : i32
    return %0 : i32
  }
  module @deeper {
    func.func @g(%a: !t, %b: !t) -> !t {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : !t
      %z = linalg.fill ins(%zero : f32) outs(%e : !t) -> !t
      %r = linalg.matmul ins(%a, %b : !t, !t) outs(%z : !t) -> !t
      %s = linalg.exp ins(%r : !t) outs(%e : !t) -> !t
      %p = linalg.transpose ins(%s : !t) outs(%e : !t) permutation = [1, 0]
      return %p : !t
    }
  }
}
module {
  func.func private @helper(%a: i32) -> i32 {
    return %a : i32
  }
  func.func @same(%a: i32) -> i32 {
    %0 = call @helper(%a) : (i32) -> i32
    return %0 : i32
  }
}

//--- reference.mlir
!t = tensor<32x32xf32>
func.func @f(%a: !t, %b: !t) -> !t {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !t
  %z = linalg.fill ins(%zero : f32) outs(%e : !t) -> !t
  %r = linalg.matmul ins(%a, %b : !t, !t) outs(%z : !t) -> !t
  %s = linalg.exp ins(%r : !t) outs(%e : !t) -> !t
  %p = linalg.transpose ins(%s : !t) outs(%e : !t) permutation = [1, 0]
  return %p : !t
}
