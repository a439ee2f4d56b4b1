// Mapped loops become indices of blocks and threads.
// RUN: %as-opt --as-gpu-map-loops --canonicalize --split-input-file %s | FileCheck %s

// Threads without an iteration skip the body; each loop is followed by a
// barrier.
// CHECK-LABEL: func.func @blocks
// CHECK-SAME: as.block = array<i64: 32, 4, 1>, as.grid = array<i64: 8, 2, 1>
// CHECK-DAG: gpu.thread_id x
// CHECK-DAG: gpu.thread_id y
// CHECK-DAG: %[[BX:.*]] = gpu.block_id x
// CHECK-DAG: %[[BY:.*]] = gpu.block_id y
// CHECK: %[[LESS:.*]] = arith.cmpi ult, %{{.*}}, %c16
// CHECK: scf.if %[[LESS]]
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK-NOT: scf.if
// CHECK: memref.store
// CHECK: gpu.barrier
func.func @blocks(%m: memref<2x8x4x32xf32>, %v: f32) {
  scf.forall (%i, %j) in (2, 8) {
    scf.forall (%y, %x) in (4, 16) {
      memref.store %v, %m[%i, %j, %y, %x] : memref<2x8x4x32xf32>
    } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
    scf.forall (%y, %x) in (4, 32) {
      memref.store %v, %m[%i, %j, %y, %x] : memref<2x8x4x32xf32>
    } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
  } {mapping = [#gpu.block<y>, #gpu.block<x>]}
  return
}

// -----

// Threads of the grid: enough blocks for all iterations, the last one partly
// used.
// CHECK-LABEL: func.func @grid
// CHECK-SAME: as.block = array<i64: 128, 1, 1>, as.grid = array<i64: 8, 1, 1>
// CHECK: %[[LESS:.*]] = arith.cmpi ult, %{{.*}}, %c1000
// CHECK: scf.if %[[LESS]]
// CHECK: arith.remui
// CHECK: arith.divui
// CHECK: memref.store
// CHECK-NOT: gpu.barrier
func.func @grid(%m: memref<10x100xf32>, %v: f32) {
  scf.forall (%i, %j) in (10, 100) {
    memref.store %v, %m[%i, %j] : memref<10x100xf32>
  } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>], as.threads = 128 : i64}
  return
}

// -----

// A copy in a block is distributed: 64 chunks of 16 bytes over 32 threads,
// which load both before they store any.
// CHECK-LABEL: func.func @copies
// CHECK: %[[A:.*]] = vector.load %{{.*}} : memref<16x16xf32>, vector<4xf32>
// CHECK: %[[B:.*]] = vector.load %{{.*}} : memref<16x16xf32>, vector<4xf32>
// CHECK: vector.store %[[A]], %{{.*}} : memref<16x16xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// CHECK: vector.store %[[B]], %{{.*}} : memref<16x16xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// CHECK-NEXT: gpu.barrier
func.func @copies(%m: memref<16x16xf32>, %n: memref<32xf32>, %v: f32) {
  scf.forall (%i) in (4) {
    %tile = memref.alloc() : memref<16x16xf32, #gpu.address_space<workgroup>>
    linalg.copy ins(%m : memref<16x16xf32>) outs(%tile : memref<16x16xf32, #gpu.address_space<workgroup>>)
    scf.forall (%x) in (32) {
      memref.store %v, %n[%x] : memref<32xf32>
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

// The first thread does any other write.
// CHECK-LABEL: func.func @first
// CHECK: %[[FIRST:.*]] = arith.cmpi ult, %{{.*}}, %c1
// CHECK: scf.if %[[FIRST]]
// CHECK-NEXT: memref.store
// CHECK: gpu.barrier
func.func @first(%n: memref<32xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  scf.forall (%i) in (4) {
    memref.store %v, %n[%c0] : memref<32xf32>
    scf.forall (%x) in (32) {
      memref.store %v, %n[%x] : memref<32xf32>
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

// A copy that is all of a kernel gets a grid of its own.
// CHECK-LABEL: func.func @all
// CHECK-SAME: as.block = array<i64: 256, 1, 1>, as.grid = array<i64: 4, 1, 1>
// CHECK: vector.load
// CHECK: vector.store
func.func @all(%m: memref<64x64xf32>, %n: memref<64x64xf32>) {
  memref.copy %m, %n : memref<64x64xf32> to memref<64x64xf32>
  return
}
