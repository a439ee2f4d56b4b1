// Copies of later iterations are under way while one computes. With three
// stages, two copies are started before the loop; each has its own slot and
// group.
// RUN: %as-opt --as-gpu-pipeline-copies %s | FileCheck %s
// RUN: %as-opt --as-gpu-pipeline-copies --as-gpu-map-loops %s | FileCheck %s --check-prefix=MAPPED

// CHECK-LABEL: func.func @staged
// CHECK: scf.forall
// CHECK: %[[SLOTS:.*]] = memref.alloc() : memref<6144xi8, #gpu.address_space<workgroup>>
// CHECK: memref.view %[[SLOTS]]
// CHECK: linalg.copy {as.async}
// CHECK: nvvm.cp.async.commit.group
// CHECK: memref.view %[[SLOTS]]
// CHECK: linalg.copy {as.async}
// CHECK: nvvm.cp.async.commit.group
// CHECK: scf.for
// CHECK-NEXT: nvvm.cp.async.wait.group 1
// CHECK-NEXT: gpu.barrier
// CHECK: scf.if
// CHECK: memref.view %[[SLOTS]]
// CHECK: linalg.copy {as.async}
// CHECK: }
// CHECK: nvvm.cp.async.commit.group
// CHECK: memref.view %[[SLOTS]]
// CHECK-NOT: linalg.copy
// CHECK: scf.forall

// Chunks of 16 bytes bypass the L1 cache. No barrier follows an asynchronous
// copy.
// MAPPED-LABEL: func.func @staged
// MAPPED-COUNT-2: nvgpu.device_async_copy {{.*}}, 4 {bypassL1}
// MAPPED-NOT: gpu.barrier
// MAPPED: scf.for
// MAPPED-NEXT: nvvm.cp.async.wait.group 1
// MAPPED-NEXT: gpu.barrier
// MAPPED-NOT: gpu.barrier
// MAPPED: scf.if
// MAPPED: nvgpu.device_async_copy
// MAPPED: memref.store
// MAPPED: gpu.barrier
#tile = affine_map<(d0) -> (d0 * 32)>
func.func @staged(%a: memref<128x64xf32>, %r: memref<128xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scf.forall (%b) in (4) {
    %row = affine.apply #tile(%b)
    scf.for %k = %c0 to %c64 step %c16 {
      %piece = memref.subview %a[%row, %k] [32, 16] [1, 1] : memref<128x64xf32> to memref<32x16xf32, strided<[64, 1], offset: ?>>
      %t = memref.alloc() : memref<32x16xf32, #gpu.address_space<workgroup>>
      linalg.copy ins(%piece : memref<32x16xf32, strided<[64, 1], offset: ?>>) outs(%t : memref<32x16xf32, #gpu.address_space<workgroup>>)
      scf.forall (%x) in (128) {
        %v = memref.load %t[%c0, %c0] : memref<32x16xf32, #gpu.address_space<workgroup>>
        memref.store %v, %r[%x] : memref<128xf32>
      } {mapping = [#gpu.thread<x>]}
    }
  } {mapping = [#gpu.block<x>], as.stages = 3 : i64}
  return
}

// A loop with fewer iterations than stages stays as it is.
// CHECK-LABEL: func.func @short
// CHECK-NOT: cp.async
func.func @short(%a: memref<128x32xf32>, %r: memref<128xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  scf.forall (%b) in (4) {
    scf.for %k = %c0 to %c32 step %c16 {
      %piece = memref.subview %a[0, %k] [32, 16] [1, 1] : memref<128x32xf32> to memref<32x16xf32, strided<[32, 1], offset: ?>>
      %t = memref.alloc() : memref<32x16xf32, #gpu.address_space<workgroup>>
      linalg.copy ins(%piece : memref<32x16xf32, strided<[32, 1], offset: ?>>) outs(%t : memref<32x16xf32, #gpu.address_space<workgroup>>)
      scf.forall (%x) in (128) {
        %v = memref.load %t[%c0, %c0] : memref<32x16xf32, #gpu.address_space<workgroup>>
        memref.store %v, %r[%x] : memref<128xf32>
      } {mapping = [#gpu.thread<x>]}
    }
  } {mapping = [#gpu.block<x>], as.stages = 3 : i64}
  return
}

// Without cp.async, the tiles of the next iteration are loaded to registers.
// Each thread holds what it copies: 32 x 16 elements over 128 threads.
// CHECK-LABEL: func.func @early
// CHECK: %[[OWN:.*]] = memref.alloca() {as.registers} : memref<32x16xf32>
// CHECK: linalg.copy {{.*}} outs(%[[OWN]]
// CHECK: scf.for
// CHECK: %[[TILE:.*]] = memref.alloc() : memref<32x16xf32, #gpu.address_space<workgroup>>
// CHECK: linalg.copy ins(%[[OWN]] {{.*}} outs(%[[TILE]]
// CHECK: scf.if
// CHECK: linalg.copy {{.*}} outs(%[[OWN]]
// CHECK: }
// CHECK-NOT: linalg.copy
// CHECK: scf.forall

// MAPPED-LABEL: func.func @early
// MAPPED: %[[OWN:.*]] = memref.alloca() {as.registers} : memref<1x4xf32>
// MAPPED: vector.load {{.*}} : memref<32x16xf32, strided<[64, 1], offset: ?>>, vector<4xf32>
// MAPPED-NEXT: arith.constant 0
// MAPPED-NEXT: arith.constant 0
// MAPPED-NEXT: vector.store {{.*}}, %[[OWN]]
// MAPPED-NOT: gpu.barrier
// MAPPED: scf.for
// MAPPED: vector.load %[[OWN]]
// MAPPED-NEXT: vector.store {{.*}} #gpu.address_space<workgroup>
// MAPPED-NEXT: gpu.barrier
// MAPPED: scf.if
// MAPPED: vector.store {{.*}}, %[[OWN]]
// MAPPED-NOT: gpu.barrier
// MAPPED: }
// MAPPED-NOT: gpu.barrier
// MAPPED: memref.store
func.func @early(%a: memref<128x64xf32>, %r: memref<128xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scf.forall (%b) in (4) {
    %row = affine.apply #tile(%b)
    scf.for %k = %c0 to %c64 step %c16 {
      %piece = memref.subview %a[%row, %k] [32, 16] [1, 1] : memref<128x64xf32> to memref<32x16xf32, strided<[64, 1], offset: ?>>
      %t = memref.alloc() : memref<32x16xf32, #gpu.address_space<workgroup>>
      linalg.copy ins(%piece : memref<32x16xf32, strided<[64, 1], offset: ?>>) outs(%t : memref<32x16xf32, #gpu.address_space<workgroup>>)
      scf.forall (%x) in (128) {
        %v = memref.load %t[%c0, %c0] : memref<32x16xf32, #gpu.address_space<workgroup>>
        memref.store %v, %r[%x] : memref<128xf32>
      } {mapping = [#gpu.thread<x>]}
    }
  } {mapping = [#gpu.block<x>], as.stages = 2 : i64, as.registers}
  return
}

// With elements that are not contiguous, a thread would load other elements
// than it stores.
// CHECK-LABEL: func.func @apart
// CHECK-NOT: memref.alloca
func.func @apart(%a: memref<32x64xf32, strided<[1, 32]>>, %r: memref<128xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scf.forall (%b) in (4) {
    scf.for %k = %c0 to %c64 step %c16 {
      %piece = memref.subview %a[0, %k] [32, 16] [1, 1] : memref<32x64xf32, strided<[1, 32]>> to memref<32x16xf32, strided<[1, 32], offset: ?>>
      %t = memref.alloc() : memref<32x16xf32, #gpu.address_space<workgroup>>
      linalg.copy ins(%piece : memref<32x16xf32, strided<[1, 32], offset: ?>>) outs(%t : memref<32x16xf32, #gpu.address_space<workgroup>>)
      scf.forall (%x) in (128) {
        %v = memref.load %t[%c0, %c0] : memref<32x16xf32, #gpu.address_space<workgroup>>
        memref.store %v, %r[%x] : memref<128xf32>
      } {mapping = [#gpu.thread<x>]}
    }
  } {mapping = [#gpu.block<x>], as.stages = 2 : i64, as.registers}
  return
}

// With TMA, the first thread starts the copies, and all threads wait for their
// arrival, each iteration for its own slot. The copy reads a box of an
// argument; its tensor map is another argument.
// RUN: sed 's/as.stages = 3/as.stages = 3 : i64, as.tma = 1/' %s > %t.mlir
// RUN: %as-opt --as-gpu-pipeline-copies %t.mlir | FileCheck %s --check-prefix=TMA
// RUN: %as-opt --as-gpu-pipeline-copies --as-gpu-map-loops %t.mlir | FileCheck %s --check-prefix=BOX
// TMA-LABEL: func.func @staged
// TMA: %[[SLOTS:.*]] = memref.alloc() : memref<6144xi8, #gpu.address_space<workgroup>>
// TMA: %[[ARRIVALS:.*]] = memref.alloc() {alignment = 8 : i64} : memref<3xi64, #gpu.address_space<workgroup>>
// TMA: scf.if %[[FIRST:.*]] {
// TMA-COUNT-3: nvvm.mbarrier.init
// TMA: nvvm.fence.mbarrier.init
// TMA: gpu.barrier
// TMA: scf.if %[[FIRST]] {
// TMA: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %c2048_i32
// TMA: linalg.copy {as.tma}
// TMA: nvvm.mbarrier.arrive.expect_tx
// TMA: linalg.copy {as.tma}
// TMA: scf.for
// TMA-NEXT: gpu.barrier
// TMA: arith.andi %[[FIRST]]
// TMA: scf.if
// TMA: nvvm.mbarrier.arrive.expect_tx
// TMA: linalg.copy {as.tma}
// TMA: nvvm.mbarrier.try_wait.parity
// TMA: scf.forall
// BOX-LABEL: func.func @staged
// BOX-SAME: !llvm.ptr) attributes {
// BOX-SAME: as.maps = "0:128x64:32x16:4:0"
// BOX-COUNT-3: nvvm.cp.async.bulk.tensor.shared.cluster.global
// BOX-NOT: nvgpu.device_async_copy

// Threads copy what TMA cannot: arrays whose rows are no multiple of 16 bytes,
// element types that maps lack, and arrays that the kernel writes, which TMA
// would see only after a fence.
// RUN: sed 's/128x64xf32/128x65xf32/g; s/\[64, 1\]/[65, 1]/g' %t.mlir > %t.odd.mlir
// RUN: %as-opt --as-gpu-pipeline-copies %t.odd.mlir | FileCheck %s
// RUN: sed 's/f32/i128/g' %t.mlir > %t.wide.mlir
// RUN: %as-opt --as-gpu-pipeline-copies %t.wide.mlir | FileCheck %s --check-prefix=THREADS
// RUN: sed "/@staged/,/^}/ s/memref.store %v, %r.%x. : memref<128xf32>/memref.store %v, %a[%x, %c0] : memref<128x64xf32>/" %t.mlir > %t.written.mlir
// RUN: %as-opt --as-gpu-pipeline-copies %t.written.mlir | FileCheck %s --check-prefix=THREADS
// THREADS-LABEL: func.func @staged
// THREADS: linalg.copy {as.async}
// THREADS-LABEL: func.func
