// An innermost loop keeps an element that it updates in a register, if nothing
// else in it accesses that element. The element is loaded before the loop, so
// it must be in bounds.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --fp=strict --emit=lowered %s -o %t.mlir 2>/dev/null
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=COUNT < %t.mlir
// RUN: %as-run %t.mlir --fp=strict --entry=apart --compare=%s --entry=apart --stock --runs=0
// RUN: %as-run %t.mlir --fp=strict --entry=touched --compare=%s --entry=touched --stock --runs=0
// RUN: %as-run %t.mlir --fp=strict --entry=two --compare=%s --entry=two --stock --runs=0
// RUN: %as-run %t.mlir --fp=strict --entry=beyond --compare=%s --entry=beyond --stock --runs=0

// One loop of @apart and both of @two, and no others.
// COUNT-COUNT-3: ^{{bb[0-9]+}}({{%[0-9]+}}: i64, {{%[0-9]+}}: f64):
// COUNT-NOT: ^{{bb[0-9]+}}({{%[0-9]+}}: i64, {{%[0-9]+}}: f64

// CHECK-LABEL: llvm.func @overlapping(
// CHECK-NOT: : i64, f64)
// CHECK: llvm.return
func.func @overlapping(%x: memref<8xf64>, %y: memref<8xf64>) {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 8 {
      %0 = affine.load %x[%i] : memref<8xf64>
      %1 = affine.load %y[%k] : memref<8xf64>
      %2 = arith.divf %0, %1 : f64
      affine.store %2, %x[%i] : memref<8xf64>
    }
  }
  return
}

// As in a factorisation by rows: the bounds prove it.
// CHECK-LABEL: llvm.func internal @as_task
// CHECK: ^{{.*}}(%{{[0-9]+}}: i64, %[[OLD:[0-9]+]]: f64):
// CHECK: llvm.fsub %[[OLD]]
func.func @apart(%A: memref<16x16xf64> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      affine.for %k = 0 to affine_map<(j) -> (j)>(%j) {
        %0 = affine.load %A[%i, %j] : memref<16x16xf64>
        %1 = affine.load %A[%i, %k] : memref<16x16xf64>
        %2 = affine.load %A[%k, %j] : memref<16x16xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.subf %0, %3 : f64
        affine.store %4, %A[%i, %j] : memref<16x16xf64>
      }
    }
  }
  return
}

func.func @touched(%A: memref<16x16xf64> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      affine.for %k = 0 to affine_map<(j) -> (j + 1)>(%j) {
        %0 = affine.load %A[%i, %j] : memref<16x16xf64>
        %1 = affine.load %A[%i, %k] : memref<16x16xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = arith.addf %2, %1 : f64
        affine.store %3, %A[%i, %j] : memref<16x16xf64>
      }
    }
  }
  return
}

func.func @two(%x: memref<16xf64> {llvm.noalias}, %y: memref<16xf64> {llvm.noalias}, %z: memref<16xf64> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %k = 0 to 16 {
      %0 = affine.load %x[%i] : memref<16xf64>
      %1 = affine.load %z[%k] : memref<16xf64>
      %2 = arith.mulf %0, %1 : f64
      affine.store %2, %x[%i] : memref<16xf64>
      %3 = affine.load %y[%i] : memref<16xf64>
      %4 = arith.divf %3, %1 : f64
      affine.store %4, %y[%i] : memref<16xf64>
    }
  }
  return
}

// In the last iteration there is nothing to update, and the element is out of bounds.
func.func @beyond(%x: memref<16xf64> {llvm.noalias}, %z: memref<16xf64> {llvm.noalias}) {
  affine.for %i = 0 to 17 {
    affine.for %k = 0 to affine_map<(i) -> (-i + 16)>(%i) {
      %0 = affine.load %x[%i] : memref<16xf64>
      %1 = affine.load %z[%k] : memref<16xf64>
      %2 = arith.divf %0, %1 : f64
      affine.store %2, %x[%i] : memref<16xf64>
    }
  }
  return
}
