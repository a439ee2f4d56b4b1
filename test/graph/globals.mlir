// Globals of ml_program: weights become constants, which are packed or computed
// with once, and state becomes memory of the module.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks %t/globals.mlir | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=object %t/globals.mlir -o %t/globals.o
// RUN: %cc -O1 %S/Inputs/globals.c %t/globals.o -lm -o %t/globals
// RUN: %t/globals | FileCheck %s --check-prefix=RIGHT

// CHECK-NOT: ml_program
// CHECK: memref.global "private" @state : memref<4xf32> = dense<1.000000e+00> {alignment = 64 : i64}
// CHECK-LABEL: func.func @weigh(
// CHECK-DAG: arith.constant dense<[1.000000e+00, 4.000000e+00, 9.000000e+00, 1.600000e+01]>
// CHECK-DAG: arith.constant dense_resource<two
// CHECK-DAG: arith.constant 3.000000e+00 : f32
// CHECK-DAG: call @as_fixed(
// CHECK: return
// CHECK-LABEL: func.func @swap(
// CHECK: memref.get_global @state
// CHECK-NOT: ml_program

// Roots of the weights, twice and three times as much.
// RIGHT: weigh: 5 10 15 20
// What was stored is there in the next call, and what was loaded is not changed
// by what is stored.
// RIGHT-NEXT: swap: 1 1 1 1
// RIGHT-NEXT: swap: 5 6 7 8
// RIGHT-NEXT: swap: 10 12 14 16
// RIGHT-NEXT: state: 20 24 28 32

// RUN: not %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %t/elsewhere.mlir 2>&1 | FileCheck %s --check-prefix=ELSEWHERE
// ELSEWHERE: elsewhere.mlir:1:1: error: the value of this global is not in the module, and it cannot be changed
// RUN: not %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %t/dynamic.mlir 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: dynamic.mlir:1:1: error: a global that changes must be a tensor of static shape
// RUN: not %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %t/graph.mlir 2>&1 | FileCheck %s --check-prefix=GRAPH
// GRAPH: graph.mlir:4:15: error: of the operations on globals as-opt knows global_load, global_load_const and global_store

//--- globals.mlir
ml_program.global private @weights(dense<[1.0, 4.0, 9.0, 16.0]> : tensor<4xf32>) : tensor<4xf32>
ml_program.global private @two(dense_resource<two> : tensor<4xf32>) : tensor<?xf32>
ml_program.global private @three(3.0 : f32) : f32
ml_program.global private mutable @state(dense<1.0> : tensor<4xf32>) : tensor<4xf32>

func.func @weigh() -> tensor<4xf32> {
  %w = ml_program.global_load_const @weights : tensor<4xf32>
  %any = ml_program.global_load @two : tensor<?xf32>
  %two = tensor.cast %any : tensor<?xf32> to tensor<4xf32>
  %three = ml_program.global_load_const @three : f32
  %e = tensor.empty() : tensor<4xf32>
  %q = linalg.sqrt ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]}
      ins(%q, %two : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.mulf %a, %three : f32
    %2 = arith.addf %0, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @swap(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.add ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %old = ml_program.global_load @state : tensor<4xf32>
  ml_program.global_store @state = %y : tensor<4xf32>
  return %old : tensor<4xf32>
}

func.func @look() -> tensor<4xf32> {
  %now = ml_program.global_load @state : tensor<4xf32>
  return %now : tensor<4xf32>
}

{-#
  dialect_resources: {
    builtin: {
      two: "0x0400000000000040000000400000004000000040"
    }
  }
#-}

//--- elsewhere.mlir
ml_program.global private @weights(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
func.func @f() -> tensor<4xf32> {
  %w = ml_program.global_load_const @weights : tensor<4xf32>
  return %w : tensor<4xf32>
}

//--- dynamic.mlir
ml_program.global private mutable @state : tensor<?xf32>
func.func @f() -> tensor<?xf32> {
  %w = ml_program.global_load @state : tensor<?xf32>
  return %w : tensor<?xf32>
}

//--- graph.mlir
ml_program.global private mutable @state : tensor<4xf32>
ml_program.subgraph @f() -> (tensor<4xf32>, !ml_program.token) {
  %token = ml_program.token
  %0, %done = ml_program.global_load_graph @state ordering (%token -> !ml_program.token) : tensor<4xf32>
  ml_program.output %0, %done : tensor<4xf32>, !ml_program.token
}
