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

// -----

// CHECK: error: tensor cores make tiles of 8 x 8 elements, and nothing else
func.func @narrow(%a: memref<16x16xf16>, %b: memref<16x4xf16>, %c: memref<16x4xf32>) {
  scf.forall (%i) in (1) {
    scf.forall (%w) in (2) {
      linalg.matmul {as.mma = 16} ins(%a, %b : memref<16x16xf16>, memref<16x4xf16>) outs(%c : memref<16x4xf32>)
    } {mapping = [#gpu.warp<linear_dim_0>]}
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

// CHECK: error: tensor cores multiply tiles of f16, bf16 or f32 by 16 x 16 x 16, and sum up in f32, those of f16 also in f16
func.func @unmarked(%a: memref<16x16xf16>, %b: memref<16x16xf16>, %c: memref<16x16xf32>) {
  scf.forall (%i) in (1) {
    scf.forall (%w) in (2) {
      linalg.matmul {as.mma} ins(%a, %b : memref<16x16xf16>, memref<16x16xf16>) outs(%c : memref<16x16xf32>)
    } {mapping = [#gpu.warp<linear_dim_0>]}
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

// CHECK: error: what tensor cores make is used by other loops than those over warps and lanes
func.func @used(%a: memref<16x16xf16>, %b: memref<16x16xf16>, %c: memref<16x16xf32>, %v: f32) {
  scf.forall (%i) in (1) {
    scf.forall (%w) in (2) {
      linalg.matmul {as.mma = 16} ins(%a, %b : memref<16x16xf16>, memref<16x16xf16>) outs(%c : memref<16x16xf32>)
    } {mapping = [#gpu.warp<linear_dim_0>]}
    scf.forall (%x) in (64) {
      %c0 = arith.constant 0 : index
      memref.store %v, %c[%c0, %c0] : memref<16x16xf32>
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}
