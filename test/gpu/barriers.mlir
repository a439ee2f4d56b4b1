// Barriers stay where a thread reads or writes what another thread has written.
// All others are removed.
// RUN: %as-opt --as-gpu-remove-barriers %s | FileCheck %s

!tile = memref<64xf32, #gpu.address_space<workgroup>>

// Two tiles are filled, then both are read: one barrier stays between, and one
// before they are filled again.
// CHECK-LABEL: func.func @pipeline
// CHECK: scf.for
// CHECK-NEXT: memref.store
// CHECK-NEXT: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.load
// CHECK: gpu.barrier
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @pipeline(%a: !tile, %b: !tile, %v: f32, %i: index, %j: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %k = %c0 to %c8 step %c1 iter_args(%sum = %v) -> f32 {
    memref.store %v, %a[%i] : !tile
    gpu.barrier
    memref.store %v, %b[%i] : !tile
    gpu.barrier
    %x = memref.load %a[%j] : !tile
    %y = memref.load %b[%j] : !tile
    %p = arith.mulf %x, %y : f32
    gpu.barrier
    scf.yield %p : f32
  }
  gpu.barrier
  return %r : f32
}

// A thread's stack is its own.
// CHECK-LABEL: func.func @stack
// CHECK-NOT: gpu.barrier
func.func @stack(%v: f32, %i: index) -> f32 {
  %own = memref.alloca() : memref<4xf32>
  memref.store %v, %own[%i] : memref<4xf32>
  gpu.barrier
  %x = memref.load %own[%i] : memref<4xf32>
  return %x : f32
}

// Subviews conflict with their buffer, and with other subviews of it.
// CHECK-LABEL: func.func @parts
// CHECK: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.load
func.func @parts(%a: !tile, %v: f32, %i: index, %j: index) -> f32 {
  memref.store %v, %a[%i] : !tile
  gpu.barrier
  %part = memref.subview %a[8] [8] [1] : !tile to memref<8xf32, strided<[1], offset: 8>, #gpu.address_space<workgroup>>
  memref.store %v, %part[%i] : memref<8xf32, strided<[1], offset: 8>, #gpu.address_space<workgroup>>
  gpu.barrier
  %x = memref.load %a[%j] : !tile
  return %x : f32
}

// An asynchronous copy writes its first operand: it conflicts with reads before
// and after it.
// CHECK-LABEL: func.func @copied
// CHECK: memref.load
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: nvgpu.device_async_copy
// CHECK-NEXT: nvvm.cp.async.wait.group
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.load
func.func @copied(%a: !tile, %x: memref<64xf32>, %i: index, %j: index) -> (f32, f32) {
  %old = memref.load %a[%j] : !tile
  gpu.barrier
  %t = nvgpu.device_async_copy %x[%i], %a[%i], 1 : memref<64xf32> to !tile
  nvvm.cp.async.wait.group 0
  gpu.barrier
  %new = memref.load %a[%j] : !tile
  return %old, %new : f32, f32
}

// It only reads its second operand.
// CHECK-LABEL: func.func @source
// CHECK-NOT: gpu.barrier
func.func @source(%a: !tile, %x: memref<64xf32>, %i: index, %j: index) -> f32 {
  %t = nvgpu.device_async_copy %x[%i], %a[%i], 1 : memref<64xf32> to !tile
  gpu.barrier
  %same = memref.load %x[%j] : memref<64xf32>
  return %same : f32
}
