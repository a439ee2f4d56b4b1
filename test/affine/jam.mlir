// Tiles of the last loop are unrolled into the one around it: several sums or
// recurrences run side by side, with their elements in registers.

// RUN: %as-opt --pass-pipeline='builtin.module(func.func(as-reschedule{jam=1 innermost=0 tile=0,4},canonicalize))' %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %as-opt --as-extract-tasks %s | FileCheck %s --check-prefix=CHOICE
// DEFINE: %{name} =
// DEFINE: %{test} = %as-run %t.mlir --entry=%{name} --compare=%s --entry=%{name} --stock --runs=0 --fp=strict --tolerance=0 | FileCheck %s --check-prefix=SAME
// SAME: results: equal

// Four rows of a triangular system share what they have in common of a loop. Only
// what is left at its end has conditions.

// CHECK-LABEL: func.func @solve(
// CHECK: affine.for %[[TILE:.*]] = 0 to
// CHECK: affine.for %{{.*}} = 1 to {{.*}}(%[[TILE]]) {
// CHECK-NOT: affine.if
// CHECK-COUNT-4: arith.subf
// CHECK-NOT: affine.if
// CHECK: affine.for %{{.*}}(%[[TILE]]) to {{.*}}(%[[TILE]]) {
// CHECK: return

// It is one of the choices.
// CHOICE-LABEL: func.func private @as_task
// CHOICE: options = array<i64: 1, 0, 0, 0, 0, 1>

// REDEFINE: %{name} = solve
// RUN: %{test}
func.func @solve(%L: memref<40x40xf64> {llvm.noalias}, %x: memref<40xf64> {llvm.noalias}) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %x[%i] : memref<40xf64>
      %1 = affine.load %L[%i, %j] : memref<40x40xf64>
      %2 = affine.load %x[%j] : memref<40xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.subf %0, %3 : f64
      affine.store %4, %x[%i] : memref<40xf64>
    }
    %0 = affine.load %x[%i] : memref<40xf64>
    %1 = arith.addf %0, %0 : f64
    affine.store %1, %x[%i] : memref<40xf64>
  }
  return
}

// Rows that are no multiple of four: the last ones are apart.

// CHECK-LABEL: func.func @recurrences(
// CHECK-COUNT-4: arith.divf
// CHECK: return

// REDEFINE: %{name} = recurrences
// RUN: %{test}
func.func @recurrences(%P: memref<43x30xf64> {llvm.noalias}, %X: memref<30x43xf64> {llvm.noalias}) {
  %two = arith.constant 2.5 : f64
  affine.for %i = 0 to 43 {
    affine.for %j = 1 to 30 {
      %0 = affine.load %P[%i, %j - 1] : memref<43x30xf64>
      %1 = affine.load %X[%j, %i] : memref<30x43xf64>
      %2 = arith.mulf %0, %0 : f64
      %3 = arith.addf %2, %two : f64
      %4 = arith.divf %1, %3 : f64
      affine.store %4, %P[%i, %j] : memref<43x30xf64>
    }
  }
  return
}
