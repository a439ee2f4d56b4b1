// A sum over a triangle in a scalar is expanded if the triangle can be tiled
// then; the statement beside it in the loop is tiled by itself.

// RUN: %as-opt --autoschedule --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-opt --autoschedule --fp=strict --trials=0 --records=none --progress=none %s -o %t.strict.mlir
// DEFINE: %{name} =
// DEFINE: %{test} = %as-run %t.mlir --entry=%{name} --compare=%s --entry=%{name} --stock --runs=0 \
// DEFINE:   && %as-run %t.strict.mlir --entry=%{name} --compare=%s --entry=%{name} --fp=strict --stock --runs=0 --tolerance=0

// A product with a symmetric matrix of which half is stored. The update of
// other rows comes after the statement that follows it in the text, which
// initialises those rows.

// CHECK-LABEL: func.func @symmetric(
// CHECK: %[[SUMS:.*]] = memref.alloc() {{.*}} : memref<96x40xf64>
// CHECK: affine.for %[[I:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to {{.*}}(%[[I]]) {
// CHECK-NOT: affine.for
// CHECK: call @as_task{{.*}} -> tensor<32x40xf64>
// CHECK: materialize_in_destination %{{.*}} in restrict writable %[[SUMS]]
// CHECK: %[[C:.*]] = call @as_task{{.*}} -> tensor<96x40xf64>
// CHECK-NEXT: materialize_in_destination %[[C]] in restrict writable %arg0
// CHECK: affine.for %[[I:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to {{.*}}(%[[I]]) {
// CHECK-NOT: affine.for
// CHECK: call @as_task{{.*}} -> tensor<32x40xf64>
// CHECK: materialize_in_destination %{{.*}} in restrict writable %arg0
// CHECK: memref.dealloc %[[SUMS]]
// CHECK: return

// REDEFINE: %{name} = symmetric
// RUN: %{test}
func.func @symmetric(%C: memref<96x40xf64> {llvm.noalias}, %A: memref<96x96xf64> {llvm.noalias},
                     %B: memref<96x40xf64> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f64
  %beta = arith.constant 0.5 : f64
  %sum = memref.alloca() : memref<f64>
  affine.for %i = 0 to 96 {
    affine.for %j = 0 to 40 {
      affine.store %zero, %sum[] : memref<f64>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %a = affine.load %A[%i, %k] : memref<96x96xf64>
        %0 = affine.load %C[%k, %j] : memref<96x40xf64>
        %1 = affine.load %B[%i, %j] : memref<96x40xf64>
        %2 = arith.mulf %1, %a : f64
        %3 = arith.addf %0, %2 : f64
        affine.store %3, %C[%k, %j] : memref<96x40xf64>
        %4 = affine.load %sum[] : memref<f64>
        %5 = affine.load %B[%k, %j] : memref<96x40xf64>
        %6 = arith.mulf %5, %a : f64
        %7 = arith.addf %4, %6 : f64
        affine.store %7, %sum[] : memref<f64>
      }
      %8 = affine.load %C[%i, %j] : memref<96x40xf64>
      %9 = arith.mulf %8, %beta : f64
      %10 = affine.load %sum[] : memref<f64>
      %11 = arith.addf %9, %10 : f64
      affine.store %11, %C[%i, %j] : memref<96x40xf64>
    }
  }
  return
}

// Expanded memory that begins at other iterations than 0, with rows of two, and
// indices of memref.load.

// CHECK-LABEL: func.func @pairs_from_3(
// CHECK: memref.alloc() {{.*}} : memref<93x40x2xf64>
// CHECK: call @as_task{{.*}} -> tensor<{{.*}}x40xf64>
// CHECK: return

// REDEFINE: %{name} = pairs_from_3
// RUN: %{test}
func.func @pairs_from_3(%C: memref<96x44xf64> {llvm.noalias}, %A: memref<96x96xf64> {llvm.noalias},
                        %B: memref<96x44xf64> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pair = memref.alloc() : memref<2xf64>
  affine.for %i = 3 to 96 {
    affine.for %j = 4 to 44 {
      memref.store %zero, %pair[%c0] : memref<2xf64>
      affine.store %zero, %pair[1] : memref<2xf64>
      affine.for %k = 3 to affine_map<(d0) -> (d0)>(%i) {
        %a = affine.load %A[%i, %k] : memref<96x96xf64>
        %0 = affine.load %C[%k, %j] : memref<96x44xf64>
        %1 = affine.load %B[%i, %j] : memref<96x44xf64>
        %2 = arith.mulf %1, %a : f64
        %3 = arith.addf %0, %2 : f64
        affine.store %3, %C[%k, %j] : memref<96x44xf64>
        %4 = affine.load %pair[0] : memref<2xf64>
        %5 = affine.load %B[%k, %j] : memref<96x44xf64>
        %6 = arith.mulf %5, %a : f64
        %7 = arith.addf %4, %6 : f64
        affine.store %7, %pair[0] : memref<2xf64>
      }
      %8 = memref.load %pair[%c0] : memref<2xf64>
      %9 = affine.load %A[%i, %i] : memref<96x96xf64>
      %10 = arith.addf %8, %9 : f64
      memref.store %10, %pair[%c1] : memref<2xf64>
      %11 = affine.load %pair[1] : memref<2xf64>
      affine.store %11, %C[%i, %j] : memref<96x44xf64>
    }
  }
  memref.dealloc %pair : memref<2xf64>
  return
}

// Rows that are changed before and after they are scaled: a dependence cycle,
// whose statements keep their loop.

// CHECK-LABEL: func.func @before_and_after(
// CHECK-NOT: memref.alloc()
// CHECK: return

// REDEFINE: %{name} = before_and_after
// RUN: %{test}
func.func @before_and_after(%C: memref<96x40xf64> {llvm.noalias}, %A: memref<96x96xf64> {llvm.noalias},
                            %B: memref<96x40xf64> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f64
  %beta = arith.constant 0.5 : f64
  %sum = memref.alloca() : memref<f64>
  affine.for %i = 0 to 96 {
    affine.for %j = 0 to 40 {
      affine.store %zero, %sum[] : memref<f64>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %a = affine.load %A[%i, %k] : memref<96x96xf64>
        %0 = affine.load %C[%k, %j] : memref<96x40xf64>
        %1 = affine.load %B[%i, %j] : memref<96x40xf64>
        %2 = arith.mulf %1, %a : f64
        %3 = arith.addf %0, %2 : f64
        affine.store %3, %C[%k, %j] : memref<96x40xf64>
        %4 = affine.load %sum[] : memref<f64>
        %5 = affine.load %C[%k, %j] : memref<96x40xf64>
        %6 = arith.mulf %5, %a : f64
        %7 = arith.addf %4, %6 : f64
        affine.store %7, %sum[] : memref<f64>
      }
      %8 = affine.load %C[%i, %j] : memref<96x40xf64>
      %9 = arith.mulf %8, %beta : f64
      %10 = affine.load %sum[] : memref<f64>
      %11 = arith.addf %9, %10 : f64
      affine.store %11, %C[%i, %j] : memref<96x40xf64>
    }
  }
  return
}

// A sum with another user is not expanded.

// CHECK-LABEL: func.func @known_sum(
// CHECK-NOT: memref.alloc()
// CHECK: return

// REDEFINE: %{name} = known_sum
// RUN: %{test}
func.func @known_sum(%C: memref<96x40xf64> {llvm.noalias}, %A: memref<96x96xf64> {llvm.noalias},
                     %B: memref<96x40xf64> {llvm.noalias}, %sum: memref<f64> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 96 {
    affine.for %j = 0 to 40 {
      affine.store %zero, %sum[] : memref<f64>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %a = affine.load %A[%i, %k] : memref<96x96xf64>
        %4 = affine.load %sum[] : memref<f64>
        %5 = affine.load %B[%k, %j] : memref<96x40xf64>
        %6 = arith.mulf %5, %a : f64
        %7 = arith.addf %4, %6 : f64
        affine.store %7, %sum[] : memref<f64>
      }
      %8 = affine.load %C[%i, %j] : memref<96x40xf64>
      %10 = affine.load %sum[] : memref<f64>
      %11 = arith.addf %8, %10 : f64
      affine.store %11, %C[%i, %j] : memref<96x40xf64>
    }
  }
  return
}
