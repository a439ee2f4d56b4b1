// Arrays that may overlap are compared at run time, and the original loops
// run if they do. Allocations, globals and llvm.noalias arguments are
// disjoint.
// REQUIRES: search
// RUN: %as-opt --autoschedule --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=3 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --entry=same --compare=%s --entry=same --stock --runs=0 --tolerance=0
// RUN: %as-run %t.mlir --entry=apart --compare=%s --entry=apart --stock --runs=0 --tolerance=0
// RUN: %as-run %t.mlir --entry=through_memory --compare=%s --entry=through_memory --stock --runs=0

// RUN: %as-opt --autoschedule --assume-noalias --emit=tasks %s | FileCheck %s --check-prefix=ASSUME
// RUN: %mlir-opt --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(as-extract-tasks{assume-noalias=true})' %s | FileCheck %s --check-prefix=ASSUME
// ASSUME-LABEL: func.func @twice(
// ASSUME-NOT: scf.if
// ASSUME: call @as_task
// ASSUME-NOT: affine.for
// ASSUME-LABEL: func.func @one_global(
// ASSUME: scf.if

// Two arguments, one of them written. Only their accessed parts are
// compared.

// CHECK-LABEL: func.func @twice(
// CHECK-SAME: %[[A:.*]]: memref<?xf32>, %[[B:.*]]: memref<17xf32>, %{{.*}}: i32)
// CHECK-DAG: %[[SIZEA:.*]] = arith.constant 64 : index
// CHECK-DAG: %[[SIZEB:.*]] = arith.constant 68 : index
// CHECK-DAG: %[[STARTA:.*]] = memref.extract_aligned_pointer_as_index %[[A]]
// CHECK-DAG: %[[STARTB:.*]] = memref.extract_aligned_pointer_as_index %[[B]]
// CHECK-DAG: %[[ENDA:.*]] = arith.addi %[[STARTA]], %[[SIZEA]]
// CHECK-DAG: %[[ENDB:.*]] = arith.addi %[[STARTB]], %[[SIZEB]]
// CHECK-DAG: arith.cmpi ule, %[[ENDA]], %[[STARTB]]
// CHECK-DAG: arith.cmpi ule, %[[ENDB]], %[[STARTA]]
// CHECK: %[[APART:.*]] = arith.ori
// CHECK: scf.if %[[APART]] {
// CHECK: func.call @as_task
// CHECK: } else {
// CHECK: affine.for
// CHECK: affine.store
// CHECK: }
// CHECK: return
func.func @twice(%A: memref<?xf32>, %B: memref<17xf32>, %unused: i32) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %A[%i] : memref<?xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %B[%i + 1] : memref<17xf32>
  }
  return
}

// In one array each element becomes twice the one before.

func.func @same(%x: memref<17xf32>) {
  %none = arith.constant 0 : i32
  %cast = memref.cast %x : memref<17xf32> to memref<?xf32>
  call @twice(%cast, %x, %none) : (memref<?xf32>, memref<17xf32>, i32) -> ()
  return
}

func.func @apart(%x: memref<17xf32>, %y: memref<17xf32>) {
  %none = arith.constant 0 : i32
  %cast = memref.cast %x : memref<17xf32> to memref<?xf32>
  call @twice(%cast, %y, %none) : (memref<?xf32>, memref<17xf32>, i32) -> ()
  return
}

// Arrays that are only read may overlap, and nothing overlaps with a new
// allocation.

// CHECK-LABEL: func.func @through_memory(
// CHECK-NOT: scf.if
// CHECK: return
memref.global "private" @weights : memref<16xf32> = dense<2.0>

func.func @through_memory(%x: memref<16xf32>, %y: memref<16xf32>,
                          %z: memref<31xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<16xf32>
  %w = memref.get_global @weights : memref<16xf32>
  affine.for %i = 0 to 16 {
    %0 = affine.load %x[%i] : memref<16xf32>
    %1 = affine.load %y[%i] : memref<16xf32>
    %2 = arith.mulf %0, %1 : f32
    affine.store %2, %t[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 16 {
    %0 = affine.load %t[%i] : memref<16xf32>
    %1 = affine.load %w[%i] : memref<16xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %z[%i + %i] : memref<31xf32>
  }
  memref.dealloc %t : memref<16xf32>
  return
}

// One global under two names is one array.

// CHECK-LABEL: func.func @one_global(
// CHECK: scf.if
memref.global "private" @state : memref<17xf32> = uninitialized

func.func @one_global() {
  %a = memref.get_global @state : memref<17xf32>
  %b = memref.get_global @state : memref<17xf32>
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<17xf32>
    affine.store %0, %b[%i + 1] : memref<17xf32>
  }
  return
}
