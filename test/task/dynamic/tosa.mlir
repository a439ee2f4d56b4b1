// TOSA with a dynamic batch is split as well. Where a size may be one, upstream
// asks at run time whether to broadcast: the copy for that case is split, too.
// Nothing is asked of tensors that have one size: both are computed from one, or
// arguments say so.

// RUN: %as-opt --autoschedule --emit=tasks --kernels-per-task=2 --records=none %s 2>&1 | FileCheck %s
// RUN: %as-opt --autoschedule --emit=lowered --kernels-per-task=2 --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=all --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --compare=%s --entry=named --sizes=n=5 --runs=0 | FileCheck %s --check-prefix=EQUAL

// CHECK-NOT: not scheduled
// CHECK-LABEL: func.func private @layer(
// CHECK: scf.if
// CHECK: scf.for %[[I:.*]] = %c0
// CHECK: tensor.extract_slice %{{.*}}[0, 0, 0] [1, 4, {{[0-9]+}}] [1, 1, 1]
// CHECK-NOT: linalg.generic
// CHECK: return
// CHECK-LABEL: func.func private @equal(
// CHECK-NOT: scf.if
// CHECK: return
// CHECK-LABEL: func.func @named(
// CHECK-NOT: scf.if
// CHECK: call @as_task_
// CHECK: return
// CHECK-DAG: label = "contraction {{[0-9]+}}x16x32"
// CHECK-DAG: label = "reduce {{[0-9]+}}x4x32"

// EQUAL: results: equal

func.func private @layer(%x: tensor<?x4x32xf32>, %y: tensor<?x4x1xf32>,
    %w: tensor<1x32x16xf32>) -> tensor<1x?x16xf32> {
  %0 = tosa.sigmoid %x : (tensor<?x4x32xf32>) -> tensor<?x4x32xf32>
  %2 = tosa.add %0, %y
      : (tensor<?x4x32xf32>, tensor<?x4x1xf32>) -> tensor<?x4x32xf32>
  %s = "tosa.const_shape"() {values = dense<[1, -1, 32]> : tensor<3xindex>}
      : () -> !tosa.shape<3>
  %3 = tosa.reshape %2, %s
      : (tensor<?x4x32xf32>, !tosa.shape<3>) -> tensor<1x?x32xf32>
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>}
      : () -> tensor<1xf32>
  %4 = tosa.matmul %3, %w, %z, %z
      : (tensor<1x?x32xf32>, tensor<1x32x16xf32>, tensor<1xf32>, tensor<1xf32>)
      -> tensor<1x?x16xf32>
  return %4 : tensor<1x?x16xf32>
}

func.func private @equal(%x: tensor<?x4x32xf32>) -> tensor<?x4x32xf32> {
  %0 = tosa.sigmoid %x : (tensor<?x4x32xf32>) -> tensor<?x4x32xf32>
  %1 = tosa.reduce_sum %0 {axis = 2 : i32}
      : (tensor<?x4x32xf32>) -> tensor<?x4x1xf32>
  %2 = tosa.add %0, %1
      : (tensor<?x4x32xf32>, tensor<?x4x1xf32>) -> tensor<?x4x32xf32>
  %3 = tosa.add %x, %2
      : (tensor<?x4x32xf32>, tensor<?x4x32xf32>) -> tensor<?x4x32xf32>
  return %3 : tensor<?x4x32xf32>
}

func.func @named(%x: tensor<?x4xf32> {as.sizes = ["n"]},
    %y: tensor<?x4xf32> {as.sizes = ["n"]}) -> tensor<?x4xf32> {
  %0 = tosa.add %x, %y
      : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

func.func @all(%x: tensor<140x4x32xf32>, %y: tensor<140x4x1xf32>,
    %w: tensor<1x32x16xf32>)
    -> (tensor<5x560x16xf32>, tensor<5x140x4x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %sizes = arith.constant dense<[1, 2, 31, 97, 140]> : tensor<5xindex>
  %others = arith.constant dense<[1, 2, 1, 97, 1]> : tensor<5xindex>
  %none = arith.constant dense<0.0> : tensor<5x560x16xf32>
  %nothing = arith.constant dense<0.0> : tensor<5x140x4x32xf32>
  %all:2 = scf.for %i = %c0 to %c5 step %c1
      iter_args(%t = %none, %v = %nothing)
      -> (tensor<5x560x16xf32>, tensor<5x140x4x32xf32>) {
    %n = tensor.extract %sizes[%i] : tensor<5xindex>
    %k = tensor.extract %others[%i] : tensor<5xindex>
    %m = arith.muli %n, %c4 : index
    %s = tensor.extract_slice %x[0, 0, 0] [%n, 4, 32] [1, 1, 1]
        : tensor<140x4x32xf32> to tensor<?x4x32xf32>
    %b = tensor.extract_slice %y[0, 0, 0] [%k, 4, 1] [1, 1, 1]
        : tensor<140x4x1xf32> to tensor<?x4x1xf32>
    %r = func.call @layer(%s, %b, %w) : (tensor<?x4x32xf32>,
        tensor<?x4x1xf32>, tensor<1x32x16xf32>) -> tensor<1x?x16xf32>
    %e = func.call @equal(%s) : (tensor<?x4x32xf32>) -> tensor<?x4x32xf32>
    %u = tensor.insert_slice %r into %t[%i, 0, 0] [1, %m, 16] [1, 1, 1]
        : tensor<1x?x16xf32> into tensor<5x560x16xf32>
    %z = tensor.insert_slice %e into %v[%i, 0, 0, 0] [1, %n, 4, 32]
        [1, 1, 1, 1] : tensor<?x4x32xf32> into tensor<5x140x4x32xf32>
    scf.yield %u, %z : tensor<5x560x16xf32>, tensor<5x140x4x32xf32>
  }
  return %all#0, %all#1 : tensor<5x560x16xf32>, tensor<5x140x4x32xf32>
}
