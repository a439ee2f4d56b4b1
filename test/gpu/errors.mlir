// Functions that cannot become kernels.
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

// -----

// CHECK: error: four warps together multiply tiles of f16 or bf16 in shared memory, 16 rows each and up to 256 columns, and sum up in f32, those of f16 also in f16
func.func @elsewhere(%a: memref<16x16xf16>, %b: memref<16x16xf16>, %c: memref<16x16xf32>) {
  scf.forall (%i) in (1) {
    scf.forall (%w) in (4) {
      linalg.matmul {as.mma = 16, as.warpgroup} ins(%a, %b : memref<16x16xf16>, memref<16x16xf16>) outs(%c : memref<16x16xf32>)
    } {mapping = [#gpu.warp<linear_dim_0>]}
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

// CHECK: error: four warps together have 16 rows each, and follow each other along these
func.func @few(%c: memref<16x16xf32>) {
  scf.forall (%i) in (1) {
    %a = memref.alloc() : memref<16x16xf16, #gpu.address_space<workgroup>>
    %b = memref.alloc() : memref<16x16xf16, #gpu.address_space<workgroup>>
    scf.forall (%w) in (2) {
      linalg.matmul {as.mma = 16, as.warpgroup} ins(%a, %b : memref<16x16xf16, #gpu.address_space<workgroup>>, memref<16x16xf16, #gpu.address_space<workgroup>>) outs(%c : memref<16x16xf32>)
    } {mapping = [#gpu.warp<linear_dim_0>]}
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

// CHECK: error: what four warps multiply together is used by something else than copies
func.func @written(%c: memref<64x16xf32>, %v: f16) {
  scf.forall (%i) in (1) {
    %zero = arith.constant 0 : index
    %a = memref.alloc() : memref<64x16xf16, #gpu.address_space<workgroup>>
    %b = memref.alloc() : memref<16x16xf16, #gpu.address_space<workgroup>>
    memref.store %v, %a[%zero, %zero] : memref<64x16xf16, #gpu.address_space<workgroup>>
    scf.forall (%w) in (4) {
      %row = affine.apply affine_map<(i) -> (i * 16)>(%w)
      %own = memref.subview %a[%row, 0] [16, 16] [1, 1] : memref<64x16xf16, #gpu.address_space<workgroup>> to memref<16x16xf16, strided<[16, 1], offset: ?>, #gpu.address_space<workgroup>>
      %sums = memref.subview %c[%row, 0] [16, 16] [1, 1] : memref<64x16xf32> to memref<16x16xf32, strided<[16, 1], offset: ?>>
      linalg.matmul {as.mma = 16, as.warpgroup} ins(%own, %b : memref<16x16xf16, strided<[16, 1], offset: ?>, #gpu.address_space<workgroup>>, memref<16x16xf16, #gpu.address_space<workgroup>>) outs(%sums : memref<16x16xf32, strided<[16, 1], offset: ?>>)
    } {mapping = [#gpu.warp<linear_dim_0>]}
  } {mapping = [#gpu.block<x>]}
  return
}
