// Deallocations of the program are left to lowering, which inserts its own: of
// memory that a call returned, that a branch chose, that is a view of other
// memory. What a caller passed is not freed, which a remark says.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/all.mlir -o %t/lowered.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %as-run %t/lowered.mlir --entry=f --compare=%t/plain.mlir --runs=0
// RUN: FileCheck %s < %t/lowered.mlir
// REQUIRES: search

// REMARK-NOT: memref.dealloc is
// REMARK: all.mlir:54:3: remark: memref.dealloc is left out: what is passed to a function belongs to its caller
// REMARK-NOT: memref.dealloc is

// Memory from elsewhere is freed at the end of each iteration.
// CHECK: llvm.func @of_others
// CHECK: %[[M:.*]] = llvm.call @malloced()
// CHECK: %[[P:.*]] = llvm.extractvalue %[[M]][0]
// CHECK: llvm.call @free(%[[P]])
// CHECK-NEXT: llvm.add
// CHECK-NEXT: llvm.br

//--- all.mlir
func.func private @make(%n: index) -> memref<?xf32> {
  %two = arith.constant 2.0 : f32
  %m = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%two : f32) outs(%m : memref<?xf32>)
  return %m : memref<?xf32>
}

func.func private @use(%a: memref<?xf32>, %b: memref<64xf32>) {
  %c = memref.cast %a : memref<?xf32> to memref<64xf32>
  linalg.add ins(%b, %c : memref<64xf32>, memref<64xf32>) outs(%b : memref<64xf32>)
  memref.dealloc %a : memref<?xf32>
  return
}

func.func @f(%a: memref<64xf32>, %b: memref<64xf32>, %c: i1) {
  %n = arith.constant 64 : index
  %m = func.call @make(%n) : (index) -> memref<?xf32>
  %s = memref.cast %m : memref<?xf32> to memref<64xf32>
  linalg.add ins(%a, %s : memref<64xf32>, memref<64xf32>) outs(%b : memref<64xf32>)
  memref.dealloc %s : memref<64xf32>
  %o = memref.alloc(%n) : memref<?xf32>
  %oc = memref.cast %o : memref<?xf32> to memref<64xf32>
  linalg.copy ins(%a : memref<64xf32>) outs(%oc : memref<64xf32>)
  func.call @use(%o, %b) : (memref<?xf32>, memref<64xf32>) -> ()
  %either = scf.if %c -> memref<?xf32> {
    %p = func.call @make(%n) : (index) -> memref<?xf32>
    scf.yield %p : memref<?xf32>
  } else {
    %p = func.call @make(%n) : (index) -> memref<?xf32>
    scf.yield %p : memref<?xf32>
  }
  %v = memref.reinterpret_cast %either to offset: [0], sizes: [64], strides: [1]
      : memref<?xf32> to memref<64xf32>
  linalg.mul ins(%b, %v : memref<64xf32>, memref<64xf32>) outs(%b : memref<64xf32>)
  memref.dealloc %v : memref<64xf32>
  return
}

func.func private @malloced() -> memref<?xf32>
func.func @of_others(%b: memref<64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %m = func.call @malloced() : () -> memref<?xf32>
    %v = memref.load %m[%c0] : memref<?xf32>
    memref.store %v, %b[%c0] : memref<64xf32>
    memref.dealloc %m : memref<?xf32>
  }
  return
}

func.func @frees(%a: memref<64xf32>, %b: memref<64xf32>) {
  linalg.copy ins(%a : memref<64xf32>) outs(%b : memref<64xf32>)
  memref.dealloc %a : memref<64xf32>
  return
}

//--- plain.mlir
func.func @f(%a: memref<64xf32>, %b: memref<64xf32>, %c: i1) {
  %two = arith.constant 2.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<64xf32>
    %0 = arith.addf %x, %two : f32
    %1 = arith.addf %0, %x : f32
    %2 = arith.mulf %1, %two : f32
    memref.store %2, %b[%i] : memref<64xf32>
  }
  return
}
