// What tasks in a loop hand to each other is placed for one iteration: of three
// arrays of 256 bytes two are needed at once. The array of both is part of the
// workspace, and no iteration allocates.

// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s | FileCheck %s

// CHECK-DAG: llvm.mlir.global {{.*}} @as_workspace() {{.*}} : !llvm.array<512 x i8>
// CHECK-LABEL: llvm.func @images(
// CHECK-COUNT-1: llvm.call @malloc
// CHECK-NOT: llvm.call @malloc
// CHECK-COUNT-4: llvm.call @step
// CHECK: llvm.return

func.func private @step(%x: memref<64xf32>, %y: memref<64xf32>)

func.func @images(%x: memref<64xf32>, %y: memref<64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.alloc() : memref<64xf32>
    %1 = memref.alloc() : memref<64xf32>
    %2 = memref.alloc() : memref<64xf32>
    func.call @step(%x, %0) : (memref<64xf32>, memref<64xf32>) -> ()
    func.call @step(%0, %1) : (memref<64xf32>, memref<64xf32>) -> ()
    func.call @step(%1, %2) : (memref<64xf32>, memref<64xf32>) -> ()
    func.call @step(%2, %y) : (memref<64xf32>, memref<64xf32>) -> ()
  }
  return
}
