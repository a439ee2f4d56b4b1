// TOSA with a dynamic batch is split as well. Where a size may be one, upstream
// asks at run time whether to broadcast: the copy for that case is split, too.

// RUN: %as-opt --autoschedule --emit=tasks --kernels-per-task=2 --records=none %s 2>&1 | FileCheck %s
// RUN: %as-opt --autoschedule --emit=lowered --kernels-per-task=2 --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --runs=0 | FileCheck %s --check-prefix=EQUAL

// CHECK-NOT: not scheduled
// CHECK-LABEL: func.func private @layer(
// CHECK: scf.if
// CHECK: scf.for %[[I:.*]] = %c0
// CHECK: tensor.extract_slice %{{.*}}[0, 0, 0] [1, 4, 32] [1, 1, 1]
// CHECK-NOT: linalg.generic
// CHECK: return
// CHECK-DAG: label = "contraction {{[0-9]+}}x16x32"
// CHECK-DAG: label = "reduce {{[0-9]+}}x4x32"

// EQUAL: results: equal

func.func private @layer(%x: tensor<?x4x32xf32>, %w: tensor<1x32x16xf32>)
    -> tensor<1x?x16xf32> {
  %0 = tosa.sigmoid %x : (tensor<?x4x32xf32>) -> tensor<?x4x32xf32>
  %1 = tosa.reduce_sum %0 {axis = 2 : i32}
      : (tensor<?x4x32xf32>) -> tensor<?x4x1xf32>
  %2 = tosa.add %0, %1
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

func.func @all(%x: tensor<140x4x32xf32>, %w: tensor<1x32x16xf32>)
    -> tensor<5x560x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %sizes = arith.constant dense<[1, 2, 31, 97, 140]> : tensor<5xindex>
  %none = arith.constant dense<0.0> : tensor<5x560x16xf32>
  %all = scf.for %i = %c0 to %c5 step %c1 iter_args(%t = %none)
      -> tensor<5x560x16xf32> {
    %n = tensor.extract %sizes[%i] : tensor<5xindex>
    %m = arith.muli %n, %c4 : index
    %s = tensor.extract_slice %x[0, 0, 0] [%n, 4, 32] [1, 1, 1]
        : tensor<140x4x32xf32> to tensor<?x4x32xf32>
    %r = func.call @layer(%s, %w)
        : (tensor<?x4x32xf32>, tensor<1x32x16xf32>) -> tensor<1x?x16xf32>
    %u = tensor.insert_slice %r into %t[%i, 0, 0] [1, %m, 16] [1, 1, 1]
        : tensor<1x?x16xf32> into tensor<5x560x16xf32>
    scf.yield %u : tensor<5x560x16xf32>
  }
  return %all : tensor<5x560x16xf32>
}
