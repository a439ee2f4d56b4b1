// PolyBench kernels as Polygeist compiles them from C: an unknown first extent,
// unused scalars, a function that calls another one. Arrays may overlap, so the
// original loops are kept as well.

// RUN: %as-opt --autoschedule --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=4 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --entry=main_2mm --compare=%s --entry=main_2mm --stock --runs=0
// RUN: %as-run %t.mlir --entry=main_atax --compare=%s --entry=main_atax --stock --runs=0
// RUN: %as-run %t.mlir --entry=main_mvt --compare=%s --entry=main_mvt --stock --runs=0
// REQUIRES: search
// The second product reads the first one as a tensor; it goes to memory too.

// CHECK-LABEL: func.func @kernel_2mm(
// CHECK: scf.if
// CHECK: %[[TMP:.*]] = func.call @[[FIRST:as_task_[0-9a-f]+]](
// CHECK: %[[D:.*]] = func.call @[[SECOND:as_task_[0-9a-f]+]](%[[TMP]],
// CHECK-DAG: bufferization.materialize_in_destination %[[TMP]]
// CHECK-DAG: bufferization.materialize_in_destination %[[D]]
// CHECK: } else {
// CHECK: affine.for
func.func @kernel_2mm(%ni: i32, %alpha: f64, %beta: f64, %tmp: memref<?x18xf64>,
                      %A: memref<?x22xf64>, %B: memref<?x18xf64>,
                      %C: memref<?x24xf64>, %D: memref<?x24xf64>) {
  %cst = arith.constant 0.0 : f64
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 18 {
      affine.store %cst, %tmp[%i, %j] : memref<?x18xf64>
      affine.for %k = 0 to 22 {
        %0 = affine.load %A[%i, %k] : memref<?x22xf64>
        %1 = arith.mulf %alpha, %0 : f64
        %2 = affine.load %B[%k, %j] : memref<?x18xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %tmp[%i, %j] : memref<?x18xf64>
        %5 = arith.addf %4, %3 : f64
        affine.store %5, %tmp[%i, %j] : memref<?x18xf64>
      }
    }
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 24 {
      %0 = affine.load %D[%i, %j] : memref<?x24xf64>
      %1 = arith.mulf %0, %beta : f64
      affine.store %1, %D[%i, %j] : memref<?x24xf64>
      affine.for %k = 0 to 18 {
        %2 = affine.load %tmp[%i, %k] : memref<?x18xf64>
        %3 = affine.load %C[%k, %j] : memref<?x24xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = affine.load %D[%i, %j] : memref<?x24xf64>
        %6 = arith.addf %5, %4 : f64
        affine.store %6, %D[%i, %j] : memref<?x24xf64>
      }
    }
  }
  return
}

func.func @main_2mm(%alpha: f64, %beta: f64, %tmp: memref<16x18xf64>,
                    %A: memref<16x22xf64>, %B: memref<22x18xf64>,
                    %C: memref<18x24xf64>, %D: memref<16x24xf64>) {
  %ni = arith.constant 16 : i32
  %0 = memref.cast %tmp : memref<16x18xf64> to memref<?x18xf64>
  %1 = memref.cast %A : memref<16x22xf64> to memref<?x22xf64>
  %2 = memref.cast %B : memref<22x18xf64> to memref<?x18xf64>
  %3 = memref.cast %C : memref<18x24xf64> to memref<?x24xf64>
  %4 = memref.cast %D : memref<16x24xf64> to memref<?x24xf64>
  call @kernel_2mm(%ni, %alpha, %beta, %0, %1, %2, %3, %4)
      : (i32, f64, f64, memref<?x18xf64>, memref<?x22xf64>, memref<?x18xf64>,
         memref<?x24xf64>, memref<?x24xf64>) -> ()
  return
}

// Two products with a matrix in one loop are two operations.

// CHECK-LABEL: func.func @kernel_atax(
// CHECK: scf.if
// CHECK: %[[AX:.*]] = func.call @as_task_
// CHECK: func.call @as_task_{{[0-9a-f]+}}({{.*}}%[[AX]]
// CHECK: } else {
func.func @kernel_atax(%A: memref<?x42xf64>, %x: memref<?xf64>,
                       %y: memref<?xf64>, %tmp: memref<?xf64>) {
  %cst = arith.constant 0.0 : f64
  affine.for %i = 0 to 42 {
    affine.store %cst, %y[%i] : memref<?xf64>
  }
  affine.for %i = 0 to 38 {
    affine.store %cst, %tmp[%i] : memref<?xf64>
    affine.for %j = 0 to 42 {
      %0 = affine.load %tmp[%i] : memref<?xf64>
      %1 = affine.load %A[%i, %j] : memref<?x42xf64>
      %2 = affine.load %x[%j] : memref<?xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %tmp[%i] : memref<?xf64>
    }
    affine.for %j = 0 to 42 {
      %0 = affine.load %y[%j] : memref<?xf64>
      %1 = affine.load %A[%i, %j] : memref<?x42xf64>
      %2 = affine.load %tmp[%i] : memref<?xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %y[%j] : memref<?xf64>
    }
  }
  return
}

func.func @main_atax(%A: memref<38x42xf64>, %x: memref<42xf64>,
                     %y: memref<42xf64>, %tmp: memref<38xf64>) {
  %0 = memref.cast %A : memref<38x42xf64> to memref<?x42xf64>
  %1 = memref.cast %x : memref<42xf64> to memref<?xf64>
  %2 = memref.cast %y : memref<42xf64> to memref<?xf64>
  %3 = memref.cast %tmp : memref<38xf64> to memref<?xf64>
  call @kernel_atax(%0, %1, %2, %3)
      : (memref<?x42xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>) -> ()
  return
}

// CHECK-LABEL: func.func @kernel_mvt(
// CHECK: scf.if
// CHECK: func.call @as_task_
// CHECK: func.call @as_task_
// CHECK: } else {
func.func @kernel_mvt(%x1: memref<?xf64>, %x2: memref<?xf64>, %y1: memref<?xf64>,
                      %y2: memref<?xf64>, %A: memref<?x40xf64>) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 40 {
      %0 = affine.load %x1[%i] : memref<?xf64>
      %1 = affine.load %A[%i, %j] : memref<?x40xf64>
      %2 = affine.load %y1[%j] : memref<?xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %x1[%i] : memref<?xf64>
    }
  }
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 40 {
      %0 = affine.load %x2[%i] : memref<?xf64>
      %1 = affine.load %A[%j, %i] : memref<?x40xf64>
      %2 = affine.load %y2[%j] : memref<?xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %x2[%i] : memref<?xf64>
    }
  }
  return
}

func.func @main_mvt(%x1: memref<40xf64>, %x2: memref<40xf64>, %y1: memref<40xf64>,
                    %y2: memref<40xf64>, %A: memref<40x40xf64>) {
  %0 = memref.cast %x1 : memref<40xf64> to memref<?xf64>
  %1 = memref.cast %x2 : memref<40xf64> to memref<?xf64>
  %2 = memref.cast %y1 : memref<40xf64> to memref<?xf64>
  %3 = memref.cast %y2 : memref<40xf64> to memref<?xf64>
  %4 = memref.cast %A : memref<40x40xf64> to memref<?x40xf64>
  call @kernel_mvt(%0, %1, %2, %3, %4)
      : (memref<?xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>,
         memref<?x40xf64>) -> ()
  return
}
