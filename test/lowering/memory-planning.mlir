// What tasks hand to each other is one array, in which tensors that are not alive
// together share their place: of the three between four products, two. The last
// product is written where the caller wants it, and nothing is copied. The array
// is kept between calls; one that finds it taken allocates.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %as-run %t.mlir --entry=chain --compare=%s --stock --runs=0

// CHECK-LABEL: llvm.func @chain(
// CHECK-NOT: llvm.func
// CHECK: llvm.mlir.addressof @as_workspace.taken : !llvm.ptr
// CHECK: llvm.mlir.constant(32768 : index)
// CHECK: llvm.mlir.addressof @as_workspace : !llvm.ptr
// CHECK: llvm.atomicrmw xchg {{.*}} acq_rel
// CHECK: llvm.call @malloc
// CHECK-NOT: llvm.call @malloc
// CHECK-COUNT-4: llvm.call @as_task_
// CHECK-NOT: memcpy
// CHECK: llvm.atomicrmw xchg {{.*}} acq_rel
// CHECK: llvm.call @free
// CHECK-NOT: llvm.call @free
// CHECK: llvm.return

// An allocation that is to be aligned to a page does not become a part of it.
// CHECK-LABEL: llvm.func @aligned(
// CHECK-NOT: llvm.func
// CHECK: llvm.call @malloc
// CHECK: llvm.mlir.constant(4096 : index)
// CHECK: llvm.call @malloc
// CHECK-NOT: llvm.call @malloc
// CHECK-COUNT-4: llvm.call @step
// CHECK: llvm.return

func.func @chain(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = linalg.matmul ins(%2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}

func.func private @step(%x: memref<64xf32>, %y: memref<64xf32>)

func.func @aligned(%x: memref<64xf32>, %y: memref<64xf32>) {
  %0 = memref.alloc() : memref<64xf32>
  %1 = memref.alloc() {alignment = 4096 : i64} : memref<64xf32>
  %2 = memref.alloc() : memref<64xf32>
  call @step(%x, %0) : (memref<64xf32>, memref<64xf32>) -> ()
  call @step(%0, %1) : (memref<64xf32>, memref<64xf32>) -> ()
  call @step(%1, %2) : (memref<64xf32>, memref<64xf32>) -> ()
  call @step(%2, %y) : (memref<64xf32>, memref<64xf32>) -> ()
  return
}
