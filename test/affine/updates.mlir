// Updates of one element by the same operation may come in any order if the
// result is the same bit for bit; they must not run concurrently.

// RUN: %as-opt --as-extract-tasks %s | FileCheck %s
// RUN: %as-opt --pass-pipeline='builtin.module(func.func(as-reschedule{tile=3,4 innermost=0 parallel=1}))' %s -o %t.mlir
// RUN: FileCheck %s --check-prefix=SHARED < %t.mlir
// RUN: %as-run --threads=2 %t.mlir --entry=largest --compare=%s --entry=largest --stock --runs=0
// RUN: %as-run --threads=2 %t.mlir --entry=pairs --compare=%s --entry=pairs --stock --runs=0

// A maximum as a comparison and a select: both loops may be tiled, and neither
// may be parallel.
// CHECK-LABEL: func.func @largest(
// CHECK-NEXT: call @as_task
// SHARED-LABEL: func.func @largest(
// SHARED-NOT: affine.parallel
// SHARED: affine.for
// SHARED: affine.for
// SHARED: affine.for
// SHARED: affine.for
func.func @largest(%A: memref<20x20xi32> {llvm.noalias},
                   %m: memref<1xi32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
      %0 = affine.load %m[0] : memref<1xi32>
      %1 = affine.load %A[%i, %j] : memref<20x20xi32>
      %2 = arith.cmpi slt, %0, %1 : i32
      %3 = arith.select %2, %1, %0 : i32
      affine.store %3, %m[0] : memref<1xi32>
    }
  }
  return
}

// Reads of other elements need their final values: the order stays.
// CHECK-LABEL: func.func @pairs(
// CHECK-NEXT: call @as_task
// In a wavefront of tiles no two updates are of the same element.
// SHARED-LABEL: func.func @pairs(
// SHARED: affine.parallel
func.func @pairs(%T: memref<24xi32> {llvm.noalias}) {
  affine.for %j = 1 to 24 {
    affine.for %k = 0 to affine_map<(j) -> (j)>(%j) {
      %0 = affine.load %T[%j] : memref<24xi32>
      %1 = affine.load %T[%k] : memref<24xi32>
      %2 = arith.muli %1, %1 : i32
      %3 = arith.addi %0, %2 : i32
      affine.store %3, %T[%j] : memref<24xi32>
    }
  }
  return
}

// A floating-point sum would round in another order.
// CHECK-LABEL: func.func @rounded(
// CHECK-NOT: call @as_task
// CHECK: affine.for
func.func @rounded(%A: memref<20x20xf32> {llvm.noalias},
                   %m: memref<1xf32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
      %0 = affine.load %m[0] : memref<1xf32>
      %1 = affine.load %A[%i, %j] : memref<20x20xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %m[0] : memref<1xf32>
    }
  }
  return
}

// A sum with maxima taken in between is not an update,
// CHECK-LABEL: func.func @mixed(
// CHECK-NOT: call @as_task
// CHECK: affine.for
func.func @mixed(%A: memref<20x20xi32> {llvm.noalias},
                 %m: memref<1xi32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
      %0 = affine.load %m[0] : memref<1xi32>
      %1 = affine.load %A[%i, %j] : memref<20x20xi32>
      %2 = arith.addi %0, %1 : i32
      affine.store %2, %m[0] : memref<1xi32>
      %3 = affine.load %m[0] : memref<1xi32>
      %4 = arith.maxsi %3, %1 : i32
      affine.store %4, %m[0] : memref<1xi32>
    }
  }
  return
}

// nor is a statement that keeps the smaller value here and the larger one there.
// CHECK-LABEL: func.func @opposite(
// CHECK-NOT: call @as_task
// CHECK: affine.for
func.func @opposite(%A: memref<20x20xi32> {llvm.noalias},
                    %m: memref<1xi32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
      %0 = affine.load %m[0] : memref<1xi32>
      %1 = affine.load %A[%i, %j] : memref<20x20xi32>
      %2 = arith.cmpi slt, %0, %1 : i32
      %3 = arith.select %2, %1, %0 : i32
      affine.store %3, %m[0] : memref<1xi32>
      %4 = affine.load %m[0] : memref<1xi32>
      %5 = arith.cmpi slt, %4, %1 : i32
      %6 = arith.select %5, %4, %1 : i32
      affine.store %6, %m[0] : memref<1xi32>
    }
  }
  return
}
