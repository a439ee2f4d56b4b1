// If permutable loops have single loops inside, the outer ones are tiled and
// interchanged, and the single ones stay.

// RUN: %as-opt --pass-pipeline='builtin.module(func.func(as-reschedule{tile=8,16},canonicalize))' %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %as-run %t.mlir --entry=weigh --compare=%s --entry=weigh --stock --runs=0 --tolerance=1e-12
// RUN: %as-opt --pass-pipeline='builtin.module(func.func(as-reschedule{innermost=0},canonicalize))' %s -o %t.last.mlir
// RUN: FileCheck %s --check-prefix=LAST < %t.last.mlir
// RUN: %as-run %t.last.mlir --entry=weigh --compare=%s --entry=weigh --stock --runs=0 --tolerance=1e-12

// CHECK-LABEL: func.func @weigh(
// CHECK: affine.for %{{.*}} = 0 to 6 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for
// CHECK: affine.for %{{.*}} = 0 to 40 {
// CHECK-NOT: affine.for
// CHECK: }
// CHECK: affine.for %{{.*}} = 0 to 24 {

// LAST-LABEL: func.func @weigh(
// LAST: affine.for %{{.*}} = 0 to 32 {
// LAST-NEXT: affine.for %{{.*}} = 0 to 48 {
// LAST: affine.for %{{.*}} = 0 to 40 {
// LAST: affine.for %{{.*}} = 0 to 24 {
func.func @weigh(%A: memref<40xf64> {llvm.noalias},
                 %W: memref<32x48xf64> {llvm.noalias},
                 %D: memref<33x48x24xf64> {llvm.noalias}) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 48 {
      affine.for %k = 0 to 40 {
        %0 = affine.load %W[%i, %j] : memref<32x48xf64>
        %1 = affine.load %A[%k] : memref<40xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %D[%i, %j, 7] : memref<33x48x24xf64>
        %4 = arith.subf %2, %3 : f64
        affine.store %4, %W[%i, %j] : memref<32x48xf64>
      }
      affine.for %l = 0 to 24 {
        %0 = affine.load %D[%i + 1, %j, %l] : memref<33x48x24xf64>
        %1 = affine.load %W[%i, %j] : memref<32x48xf64>
        %2 = arith.addf %0, %1 : f64
        affine.store %2, %D[%i + 1, %j, %l] : memref<33x48x24xf64>
      }
    }
  }
  return
}
