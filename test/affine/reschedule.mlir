// The pass as-reschedule: the loops that it makes, that they compute the
// same for all options and in stock mlir-opt, and that it refuses bad
// options.

// RUN: %as-opt --pass-pipeline='builtin.module(func.func(as-reschedule{tile=4,8 distribute=1},canonicalize))' %s -o %t.1.mlir
// RUN: FileCheck %s < %t.1.mlir
// RUN: %mlir-opt --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(func.func(as-reschedule{tile=4,8 distribute=1},canonicalize))' %s | FileCheck %s
// RUN: %as-opt --pass-pipeline='builtin.module(func.func(as-reschedule{fuse=0 innermost=0 tile=0,4,4}))' %s -o %t.2.mlir
// RUN: %as-opt --pass-pipeline='builtin.module(func.func(as-reschedule))' %s -o %t.3.mlir
// RUN: %as-opt --pass-pipeline='builtin.module(func.func(as-reschedule{tile=4,8 parallel=1},canonicalize))' %s -o %t.4.mlir
// RUN: FileCheck %s --check-prefix=SHARED < %t.4.mlir
// DEFINE: %{entry} =
// DEFINE: %{run} = %as-run %t.1.mlir --entry=%{entry} --compare=%s --entry=%{entry} --stock --runs=0 --tolerance=1e-12
// DEFINE: %{shared} = %as-run --threads=2 %t.4.mlir --entry=%{entry} --compare=%s --entry=%{entry} --stock --runs=0 --tolerance=1e-12
// DEFINE: %{others} = %as-run %t.2.mlir --entry=%{entry} --compare=%t.3.mlir --entry=%{entry} --runs=0 --tolerance=1e-12
// REDEFINE: %{entry} = jacobi
// RUN: %{run} && %{others} && %{shared}
// REDEFINE: %{entry} = gauss_seidel
// RUN: %{run} && %{others} && %{shared}
// REDEFINE: %{entry} = triangle
// RUN: %{run} && %{others} && %{shared}
// REDEFINE: %{entry} = conditions
// RUN: %{run} && %{others} && %{shared}
// REDEFINE: %{entry} = backwards
// RUN: %{run} && %{others} && %{shared}
// REDEFINE: %{entry} = to_and_fro
// RUN: %{run} && %{others} && %{shared}

// RUN: not %as-opt --pass-pipeline='builtin.module(func.func(as-reschedule{tile=4,-1}))' %s 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: as-reschedule: its options are numbers, and sizes not negative

// Two statements that depend on each other along the rows: they share a loop
// there although distribution is asked for.
// CHECK-LABEL: func.func @to_and_fro(
// CHECK: affine.store {{.*}}, %arg0[
// CHECK-NOT: affine.for
// CHECK: affine.store {{.*}}, %arg1[
// CHECK: return
func.func @to_and_fro(%A: memref<33x29xf64> {llvm.noalias},
                      %B: memref<33x29xf64> {llvm.noalias}) {
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 33 {
    affine.for %j = 1 to 29 {
      %0 = affine.load %B[%i, %j - 1] : memref<33x29xf64>
      %1 = arith.mulf %0, %half : f64
      affine.store %1, %A[%i, %j] : memref<33x29xf64>
      %2 = affine.load %A[%i, %j] : memref<33x29xf64>
      %3 = affine.load %B[%i, %j] : memref<33x29xf64>
      %4 = arith.addf %2, %3 : f64
      affine.store %4, %B[%i, %j] : memref<33x29xf64>
    }
  }
  return
}

// A stencil that alternates between two arrays: fused, skewed by twice the
// time, and tiled over time and rows. Each statement has its own loop along the
// rows. Its tiles depend on each other, so parallel loops run through the tiles
// of a wavefront.
// SHARED-LABEL: func.func @jacobi(
// SHARED-NEXT: affine.for
// SHARED-NEXT: affine.parallel
// SHARED-NOT: affine.parallel
// SHARED: return

// CHECK-LABEL: func.func @jacobi(
// CHECK: affine.for
// CHECK:   affine.for
// CHECK:     affine.for %[[TIME:[^ ]*]] =
// CHECK:       affine.for %[[ROW:[^ ]*]] =
// CHECK:         affine.for
// CHECK:           affine.store %{{.*}}[%[[TIME]] * -2 + %[[ROW]], %
// CHECK:         affine.for
// CHECK:           affine.store %{{.*}}[%[[TIME]] * -2 + %[[ROW]] - 1, %
func.func @jacobi(%A: memref<33x29xf64> {llvm.noalias},
                  %B: memref<33x29xf64> {llvm.noalias}) {
  affine.for %t = 0 to 13 {
    affine.for %i = 1 to 32 {
      affine.for %j = 1 to 28 {
        %0 = affine.load %A[%i - 1, %j] : memref<33x29xf64>
        %1 = affine.load %A[%i + 1, %j] : memref<33x29xf64>
        %2 = affine.load %A[%i, %j - 1] : memref<33x29xf64>
        %3 = affine.load %A[%i, %j + 1] : memref<33x29xf64>
        %4 = arith.addf %0, %1 : f64
        %5 = arith.addf %2, %3 : f64
        %6 = arith.addf %4, %5 : f64
        affine.store %6, %B[%i, %j] : memref<33x29xf64>
      }
    }
    affine.for %i = 1 to 32 {
      affine.for %j = 1 to 28 {
        %0 = affine.load %B[%i - 1, %j] : memref<33x29xf64>
        %1 = affine.load %B[%i + 1, %j] : memref<33x29xf64>
        %2 = affine.load %B[%i, %j - 1] : memref<33x29xf64>
        %3 = affine.load %B[%i, %j + 1] : memref<33x29xf64>
        %4 = arith.addf %0, %1 : f64
        %5 = arith.addf %2, %3 : f64
        %6 = arith.subf %4, %5 : f64
        affine.store %6, %A[%i, %j] : memref<33x29xf64>
      }
    }
  }
  return
}

// Anti-diagonals do not depend on each other.
// SHARED-LABEL: func.func @gauss_seidel(
// SHARED-NEXT: arith.constant
// SHARED-NEXT: affine.parallel
// SHARED-NOT: affine.parallel
// SHARED: return

// CHECK-LABEL: func.func @gauss_seidel(
func.func @gauss_seidel(%A: memref<25x31xf64> {llvm.noalias}) {
  %half = arith.constant 0.5 : f64
  affine.for %t = 0 to 7 {
    affine.for %i = 1 to 24 {
      affine.for %j = 1 to 30 {
        %0 = affine.load %A[%i - 1, %j + 1] : memref<25x31xf64>
        %1 = affine.load %A[%i + 1, %j - 1] : memref<25x31xf64>
        %2 = arith.addf %0, %1 : f64
        %3 = arith.mulf %2, %half : f64
        affine.store %3, %A[%i, %j] : memref<25x31xf64>
      }
    }
  }
  return
}

// An elimination, whose inner loops start at outer variables.
// CHECK-LABEL: func.func @triangle(
func.func @triangle(%A: memref<21x21xf64> {llvm.noalias}) {
  affine.for %k = 0 to 21 {
    affine.for %i = affine_map<(k) -> (k + 1)>(%k) to 21 {
      affine.for %j = affine_map<(k) -> (k + 1)>(%k) to 21 {
        %0 = affine.load %A[%i, %k] : memref<21x21xf64>
        %1 = affine.load %A[%k, %j] : memref<21x21xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %A[%i, %j] : memref<21x21xf64>
        %4 = arith.subf %3, %2 : f64
        affine.store %4, %A[%i, %j] : memref<21x21xf64>
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @conditions(
func.func @conditions(%A: memref<40xi32> {llvm.noalias},
                      %B: memref<40x40xi32> {llvm.noalias}) {
  affine.for %i = 1 to 40 step 3 {
    affine.for %j = 0 to 40 {
      affine.if affine_set<(i, j) : (i + j - 20 >= 0, i * 2 - j >= 0)>(%i, %j) {
        %0 = affine.load %A[%j] : memref<40xi32>
        affine.store %0, %B[%i, %j] : memref<40x40xi32>
      } else {
        %0 = affine.load %B[%i - 1, %j] : memref<40x40xi32>
        affine.store %0, %A[%j] : memref<40xi32>
      }
    }
  }
  return
}

// A dependence in the other direction along the rows.
// CHECK-LABEL: func.func @backwards(
func.func @backwards(%A: memref<30x30xf64> {llvm.noalias}) {
  affine.for %i = 1 to 30 {
    affine.for %j = 0 to 29 {
      %0 = affine.load %A[%i - 1, %j + 1] : memref<30x30xf64>
      affine.store %0, %A[%i, %j] : memref<30x30xf64>
    }
  }
  return
}
