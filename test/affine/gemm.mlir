// A product with its scalings becomes one task: the sums of products start from
// zero; the epilogue scales them and adds them to the scaled matrix, in place.

// RUN: %as-opt --autoschedule --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=4 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --stock --runs=0

// CHECK-LABEL: func.func @gemm(
// CHECK-SAME: %[[ALPHA:.*]]: f64, %[[BETA:.*]]: f64, %[[C:.*]]: memref<{{[^:]*}}, %[[A:.*]]: memref<{{[^:]*}}, %[[B:.*]]: memref<
// CHECK-DAG: %[[TC:.*]] = bufferization.to_tensor %[[C]] restrict writable
// CHECK-DAG: %[[TA:.*]] = bufferization.to_tensor %[[A]] restrict
// CHECK-DAG: %[[TB:.*]] = bufferization.to_tensor %[[B]] restrict
// CHECK: %[[R:.*]] = call @[[TASK:as_task_[0-9a-f]+]](
// CHECK-NOT: as_task
// CHECK: materialize_in_destination %[[R]] in restrict writable %[[C]]
// CHECK-NOT: affine.for
// CHECK: func.func private @[[TASK]](
// CHECK: linalg.fill
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel", "reduction"]
// CHECK: %[[P:.*]] = arith.mulf
// CHECK-NEXT: arith.addf %{{.*}}, %[[P]]
// CHECK-NEXT: linalg.yield
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel"]
// CHECK: ^bb0(%[[SUM:.*]]: f64, %[[OLD:.*]]: f64)
// CHECK-DAG: %[[X:.*]] = arith.mulf %[[OLD]],
// CHECK-DAG: %[[Y:.*]] = arith.mulf %[[SUM]],
// CHECK: arith.addf %[[X]], %[[Y]]

// Strict rounding keeps the scaling inside of the sum, and its order.
// RUN: %as-opt --autoschedule --fp=strict --emit=tasks %s | FileCheck %s --check-prefix=STRICT
// STRICT: iterator_types = ["parallel", "parallel", "reduction"]
// STRICT: arith.mulf
// STRICT-NEXT: arith.mulf
// STRICT-NEXT: arith.addf
// RUN: %as-opt --autoschedule --fp=strict --trials=2 --records=none --progress=none %s -o %t.strict.mlir
// RUN: %as-run %t.strict.mlir --compare=%s --fp=strict --stock --runs=0 --tolerance=0
// REQUIRES: search
func.func @gemm(%alpha: f64, %beta: f64, %C: memref<20x25xf64> {llvm.noalias},
                %A: memref<20x30xf64> {llvm.noalias},
                %B: memref<30x25xf64> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 25 {
      %0 = affine.load %C[%i, %j] : memref<20x25xf64>
      %1 = arith.mulf %0, %beta : f64
      affine.store %1, %C[%i, %j] : memref<20x25xf64>
    }
    affine.for %k = 0 to 30 {
      affine.for %j = 0 to 25 {
        %0 = affine.load %A[%i, %k] : memref<20x30xf64>
        %1 = arith.mulf %alpha, %0 : f64
        %2 = affine.load %B[%k, %j] : memref<30x25xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %C[%i, %j] : memref<20x25xf64>
        %5 = arith.addf %4, %3 : f64
        affine.store %5, %C[%i, %j] : memref<20x25xf64>
      }
    }
  }
  return
}
