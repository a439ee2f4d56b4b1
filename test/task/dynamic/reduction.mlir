// A sum whose length is known at run time only is carried from tile to tile, in
// the order of the program. It ends a task: what follows needs the whole sum.
// Results that start from what was there before are computed once only: their
// tiles do not overlap.

// The tiles that a machine chooses are its own; those of a schedule are given.
// RUN: %as-opt --autoschedule --emit=schedule --trials=0 --records=none --progress=none %s -o %t.chosen.mlir
// RUN: sed 's/, array<i32: [0-9, ]*>//g; s/array<i64: [0-9, ]*>/array<i64: 128, 32, 4, 1>/g' %t.chosen.mlir > %t.tiles.mlir
// RUN: %as-opt --autoschedule --emit=tasks --kernels-from=%t.tiles.mlir --records=none %s | FileCheck %s
// RUN: %as-opt --autoschedule --emit=lowered --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --runs=0 | FileCheck --check-prefix=EQUAL %s
// RUN: %as-opt --autoschedule --emit=lowered --fp=strict --trials=0 --records=none --progress=none %s -o %t.strict.mlir
// RUN: %as-run %t.strict.mlir --compare=%s --fp=strict --runs=0 | FileCheck --check-prefix=EQUAL %s

// CHECK-LABEL: func.func private @sum(
// CHECK: %[[ZEROS:.*]] = linalg.fill {{.*}} -> tensor<24x32xf32>
// CHECK: %[[A:.*]] = scf.for %[[I:.*]] = %c0 to %{{.*}} step %c128 iter_args(%[[ACC:.*]] = %[[ZEROS]])
// CHECK-DAG: %[[X:.*]] = tensor.extract_slice %arg0[0, %[[I]]] [24, 128] [1, 1]
// CHECK-DAG: %[[W:.*]] = tensor.extract_slice %arg1[%[[I]], 0] [128, 32] [1, 1]
// CHECK: %[[P:.*]] = func.call @as_task_{{.*}}(%[[X]], %[[W]], %[[ACC]])
// CHECK: scf.yield %[[P]]
// CHECK: scf.for %{{.*}} step %c1 iter_args
// The negation is a task of its own.
// CHECK: call @as_task_{{.*}} : (tensor<24x32xf32>) -> tensor<24x32xf32>

// CHECK-LABEL: func.func private @add(
// CHECK-NOT: minsi
// CHECK: scf.for %[[I:.*]] = %c0 to %{{.*}} step %c128 iter_args(%[[T:.*]] = %arg2)
// CHECK-DAG: tensor.extract_slice %arg0[%[[I]], 0] [128, 16] [1, 1]
// CHECK-DAG: tensor.extract_slice %[[T]][%[[I]], 0] [128, 32] [1, 1]
// CHECK: return

// EQUAL: results: equal

func.func private @sum(%x: tensor<24x?xf32>, %w: tensor<?x32xf32>)
    -> tensor<24x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<24x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<24x32xf32>)
      -> tensor<24x32xf32>
  %p = linalg.matmul ins(%x, %w : tensor<24x?xf32>, tensor<?x32xf32>)
      outs(%zeros : tensor<24x32xf32>) -> tensor<24x32xf32>
  %r = linalg.negf ins(%p : tensor<24x32xf32>)
      outs(%empty : tensor<24x32xf32>) -> tensor<24x32xf32>
  return %r : tensor<24x32xf32>
}

func.func private @add(%x: tensor<?x16xf32>, %w: tensor<16x32xf32>,
                       %y: tensor<?x32xf32>) -> tensor<?x32xf32> {
  %r = linalg.matmul ins(%x, %w : tensor<?x16xf32>, tensor<16x32xf32>)
      outs(%y : tensor<?x32xf32>) -> tensor<?x32xf32>
  return %r : tensor<?x32xf32>
}

func.func @all(%x: tensor<24x300xf32>, %w: tensor<300x32xf32>,
               %y: tensor<300x16xf32>, %v: tensor<16x32xf32>)
    -> (tensor<12x24x32xf32>, tensor<12x300x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c12 = arith.constant 12 : index
  %sizes = arith.constant dense<[0, 1, 3, 4, 31, 32, 33, 97, 127, 129, 191,
                                 300]> : tensor<12xindex>
  %none = arith.constant dense<0.0> : tensor<12x24x32xf32>
  %nothing = arith.constant dense<0.0> : tensor<12x300x32xf32>
  %all:2 = scf.for %i = %c0 to %c12 step %c1
      iter_args(%t = %none, %s = %nothing)
      -> (tensor<12x24x32xf32>, tensor<12x300x32xf32>) {
    %n = tensor.extract %sizes[%i] : tensor<12xindex>
    %a = tensor.extract_slice %x[0, 0] [24, %n] [1, 1]
        : tensor<24x300xf32> to tensor<24x?xf32>
    %b = tensor.extract_slice %w[0, 0] [%n, 32] [1, 1]
        : tensor<300x32xf32> to tensor<?x32xf32>
    %r = func.call @sum(%a, %b)
        : (tensor<24x?xf32>, tensor<?x32xf32>) -> tensor<24x32xf32>
    %u = tensor.insert_slice %r into %t[%i, 0, 0] [1, 24, 32] [1, 1, 1]
        : tensor<24x32xf32> into tensor<12x24x32xf32>
    %c = tensor.extract_slice %y[0, 0] [%n, 16] [1, 1]
        : tensor<300x16xf32> to tensor<?x16xf32>
    %q = func.call @add(%c, %v, %b)
        : (tensor<?x16xf32>, tensor<16x32xf32>, tensor<?x32xf32>)
        -> tensor<?x32xf32>
    %z = tensor.insert_slice %q into %s[%i, 0, 0] [1, %n, 32] [1, 1, 1]
        : tensor<?x32xf32> into tensor<12x300x32xf32>
    scf.yield %u, %z : tensor<12x24x32xf32>, tensor<12x300x32xf32>
  }
  return %all#0, %all#1 : tensor<12x24x32xf32>, tensor<12x300x32xf32>
}
