// What no kernel can be made of.
// RUN: not %as-opt --as-gpu-map-loops --split-input-file %s 2>&1 | FileCheck %s

// CHECK: error: a parallel loop is mapped to something other than up to three dimensions of blocks or threads, each once
func.func @twice(%m: memref<4x4xf32>, %v: f32) {
  scf.forall (%i, %j) in (4, 4) {
    memref.store %v, %m[%i, %j] : memref<4x4xf32>
  } {mapping = [#gpu.block<linear_dim_1>, #gpu.block<linear_dim_3>]}
  return
}

// -----

// CHECK: error: a parallel loop whose size is not known cannot be mapped to a GPU
func.func @unknown(%m: memref<?xf32>, %v: f32, %n: index) {
  scf.forall (%i) in (%n) {
    memref.store %v, %m[%i] : memref<?xf32>
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

// CHECK: error: 2 parallel loops are side by side, where a kernel has one
func.func @both(%m: memref<4xf32>, %v: f32) {
  scf.forall (%i) in (4) {
    memref.store %v, %m[%i] : memref<4xf32>
  } {mapping = [#gpu.block<x>]}
  scf.forall (%i) in (4) {
    memref.store %v, %m[%i] : memref<4xf32>
  } {mapping = [#gpu.block<x>]}
  return
}
