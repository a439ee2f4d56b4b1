// Memory spaces of buffers, and the attributes that describe them to a launch.
// RUN: %as-opt --as-gpu-place-buffers %s | FileCheck %s
// RUN: %as-opt --as-gpu-pack-shared %s | FileCheck %s --check-prefix=SHARED
// RUN: %as-opt --as-gpu-place-tiles %S/Inputs/tiles.mlir | FileCheck %s --check-prefix=TILES

// A thread's buffers move to its stack. Buffers outside of all loops become
// arguments, which as.scratch lists.
// CHECK-LABEL: func.func @places
// CHECK-SAME: (%{{.*}}: memref<8xf32>, %[[SCRATCH:.*]]: memref<4x2xf32>)
// CHECK-SAME: as.scratch = "4x2xf32"
// CHECK: memref.alloc() : memref<32xf32, #gpu.address_space<workgroup>>
// CHECK: memref.alloca() : memref<2xf32>
// CHECK: memref.load %[[SCRATCH]]

// Tiles are views of one allocation, at least 128 bytes apart.
// SHARED-LABEL: func.func @places
// SHARED-SAME: as.shared = 128 : i64
// SHARED: %[[ALL:.*]] = gpu.dynamic_shared_memory
// SHARED: memref.view %[[ALL]][%{{.*}}][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<32xf32, #gpu.address_space<workgroup>>
func.func @places(%m: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %between = memref.alloc() : memref<4x2xf32>
  scf.forall (%i) in (4) {
    %tile = memref.alloc() : memref<32xf32, #gpu.address_space<workgroup>>
    scf.forall (%x) in (2) {
      %own = memref.alloc() : memref<2xf32>
      %v = memref.load %between[%i, %x] : memref<4x2xf32>
      memref.store %v, %own[%c0] : memref<2xf32>
      memref.store %v, %tile[%x] : memref<32xf32, #gpu.address_space<workgroup>>
      memref.store %v, %m[%x] : memref<8xf32>
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}

// TILES: scf.forall
// TILES: bufferization.alloc_tensor() {memory_space = #gpu.address_space<workgroup>} : tensor<16xf32>
// TILES: scf.forall
// TILES: tensor.empty() : tensor<4xf32>
// TILES-LABEL: func.func @around
// TILES: scf.forall
// TILES-NOT: bufferization.alloc_tensor
// TILES: scf.forall
// TILES-NEXT: tensor.empty() : tensor<4xf32>
