// A kept loop goes around all others, which need not keep the dependences that
// it carries: columns are subtracted row by row.

// RUN: %as-opt --pass-pipeline='builtin.module(func.func(as-reschedule{keep=1 innermost=0},canonicalize))' %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %as-run %t.mlir --entry=columns --compare=%s --entry=columns --stock --runs=0 --tolerance=1e-12

// CHECK-LABEL: func.func @columns(
// CHECK: affine.for %[[K:.*]] = 0 to 23 {
// CHECK: affine.for %[[I:.*]] = 0 to 20 {
// CHECK-NEXT: affine.for %[[J:.*]] = #{{.*}}(%[[K]]) to 24 {
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[K]], %[[J]]]
// CHECK: affine.for %[[I:.*]] = 0 to 20 {
// CHECK-NEXT: affine.for %[[J:.*]] = #{{.*}}(%[[K]]) to 24 {
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
func.func @columns(%A: memref<20x24xf64> {llvm.noalias},
                   %R: memref<24x24xf64> {llvm.noalias}) {
  affine.for %k = 0 to 24 {
    affine.for %j = affine_map<(k) -> (k + 1)>(%k) to 24 {
      affine.for %i = 0 to 20 {
        %0 = affine.load %R[%k, %j] : memref<24x24xf64>
        %1 = affine.load %A[%i, %k] : memref<20x24xf64>
        %2 = affine.load %A[%i, %j] : memref<20x24xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %R[%k, %j] : memref<24x24xf64>
      }
      affine.for %i = 0 to 20 {
        %0 = affine.load %A[%i, %j] : memref<20x24xf64>
        %1 = affine.load %A[%i, %k] : memref<20x24xf64>
        %2 = affine.load %R[%k, %j] : memref<24x24xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.subf %0, %3 : f64
        affine.store %4, %A[%i, %j] : memref<20x24xf64>
      }
    }
  }
  return
}
