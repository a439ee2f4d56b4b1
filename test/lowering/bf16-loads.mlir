// Vectors of 8n + 1 elements of bf16 are loaded in two pieces: of CPUs with
// AVX512-BF16, LLVM dies of one.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=lowered %t/reversed.mlir -o - | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --target=cpu:sapphirerapids --emit=object %t/reversed.mlir -o %t/reversed.o
// RUN: %as-run %t/reversed.mlir --compare=%t/reference.mlir --runs=0

// CHECK-LABEL: llvm.func @reversed
// CHECK: %[[LOW:.*]] = llvm.load %{{.*}} {alignment = 2 : i64{{.*}}} : !llvm.ptr -> vector<16xbf16>
// CHECK: %[[LAST:.*]] = llvm.getelementptr %{{.*}}[15] : (!llvm.ptr) -> !llvm.ptr, bf16
// CHECK: %[[PAIR:.*]] = llvm.load %[[LAST]] {alignment = 2 : i64{{.*}}} : !llvm.ptr -> vector<2xbf16>
// CHECK: %[[HIGH:.*]] = llvm.shufflevector %[[PAIR]], %[[PAIR]] [0, 1, -1,
// CHECK: llvm.shufflevector %[[LOW]], %[[HIGH]] [0, {{.*}}, 15, 17] : vector<16xbf16>
// CHECK: llvm.load {{.*}} -> vector<18xbf16>

//--- reversed.mlir
func.func @reversed(%a: memref<17xbf16>, %b: memref<18xbf16>, %c: memref<17xbf16>) {
  %c0 = arith.constant 0 : index
  %x = vector.load %a[%c0] : memref<17xbf16>, vector<17xbf16>
  %r = vector.shuffle %x, %x [16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0] : vector<17xbf16>, vector<17xbf16>
  vector.store %r, %c[%c0] : memref<17xbf16>, vector<17xbf16>
  %y = vector.load %b[%c0] : memref<18xbf16>, vector<18xbf16>
  vector.store %y, %b[%c0] : memref<18xbf16>, vector<18xbf16>
  return
}

//--- reference.mlir
func.func @reversed(%a: memref<17xbf16>, %b: memref<18xbf16>, %c: memref<17xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c17 = arith.constant 17 : index
  scf.for %i = %c0 to %c17 step %c1 {
    %x = memref.load %a[%i] : memref<17xbf16>
    %j = arith.subi %c16, %i : index
    memref.store %x, %c[%j] : memref<17xbf16>
  }
  return
}
