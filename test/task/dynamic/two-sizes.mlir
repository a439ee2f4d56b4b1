// Scores of attention: the numbers of queries and of keys are known at run time
// only. Each is split; three sizes each, so that there are nine tasks.

// The tiles that a machine chooses are its own; those of a schedule are given.
// RUN: %as-opt --autoschedule --emit=schedule --trials=0 --records=none --progress=none %s -o %t.chosen.mlir
// RUN: sed 's/= \[array<i64: 1>, /= [/; s/, array<i32: [0-9, ]*>//g; s/array<i64: [0-9, ]*>/array<i64: 64, 8, 1>/g' %t.chosen.mlir > %t.tiles.mlir
// RUN: %as-opt --autoschedule --emit=tasks --kernels-from=%t.tiles.mlir --records=none %s | FileCheck %s
// RUN: %as-opt --autoschedule --emit=lowered --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --runs=0 | FileCheck --check-prefix=EQUAL %s

// CHECK-LABEL: func.func private @scores(
// CHECK: scf.for %{{.*}} step %c64 iter_args
// CHECK-NEXT: arith.minsi
// CHECK: scf.for %{{.*}} step %c64
// CHECK: tensor.extract_slice %arg0[0, %{{.*}}, 0] [3, 64, 16]
// CHECK: tensor.extract_slice %arg1[0, 0, %{{.*}}] [3, 16, 64]
// CHECK: tensor.insert_slice %{{.*}}[0, %{{.*}}, %{{.*}}] [3, 64, 64]
// CHECK: scf.for %{{.*}} step %c8
// CHECK: scf.for %{{.*}} step %c1
// CHECK-COUNT-9: func.func private @as_task_
// CHECK-NOT: func.func private @as_task_

// EQUAL: results: equal

func.func private @scores(%q: tensor<3x?x16xf32>, %k: tensor<3x16x?xf32>)
    -> tensor<3x?x?xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %q, %c1 : tensor<3x?x16xf32>
  %m = tensor.dim %k, %c2 : tensor<3x16x?xf32>
  %empty = tensor.empty(%n, %m) : tensor<3x?x?xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x?x?xf32>)
      -> tensor<3x?x?xf32>
  %r = linalg.batch_matmul
      ins(%q, %k : tensor<3x?x16xf32>, tensor<3x16x?xf32>)
      outs(%zeros : tensor<3x?x?xf32>) -> tensor<3x?x?xf32>
  return %r : tensor<3x?x?xf32>
}

func.func @all(%q: tensor<3x140x16xf32>, %k: tensor<3x16x140xf32>)
    -> tensor<9x9x3x140x140xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %sizes = arith.constant dense<[0, 1, 7, 13, 63, 64, 65, 101, 140]>
      : tensor<9xindex>
  %none = arith.constant dense<0.0> : tensor<9x9x3x140x140xf32>
  %all = scf.for %i = %c0 to %c9 step %c1 iter_args(%t = %none)
      -> tensor<9x9x3x140x140xf32> {
    %inner = scf.for %j = %c0 to %c9 step %c1 iter_args(%s = %t)
        -> tensor<9x9x3x140x140xf32> {
      %n = tensor.extract %sizes[%i] : tensor<9xindex>
      %m = tensor.extract %sizes[%j] : tensor<9xindex>
      %a = tensor.extract_slice %q[0, 0, 0] [3, %n, 16] [1, 1, 1]
          : tensor<3x140x16xf32> to tensor<3x?x16xf32>
      %b = tensor.extract_slice %k[0, 0, 0] [3, 16, %m] [1, 1, 1]
          : tensor<3x16x140xf32> to tensor<3x16x?xf32>
      %r = func.call @scores(%a, %b)
          : (tensor<3x?x16xf32>, tensor<3x16x?xf32>) -> tensor<3x?x?xf32>
      %u = tensor.insert_slice %r into
          %s[%i, %j, 0, 0, 0] [1, 1, 3, %n, %m] [1, 1, 1, 1, 1]
          : tensor<3x?x?xf32> into tensor<9x9x3x140x140xf32>
      scf.yield %u : tensor<9x9x3x140x140xf32>
    }
    scf.yield %inner : tensor<9x9x3x140x140xf32>
  }
  return %all : tensor<9x9x3x140x140xf32>
}
