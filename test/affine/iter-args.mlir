// Values that an affine.for carries move to scalars in memory while loops are
// analysed. So such a loop is raised or rescheduled like one that sums in
// memory.

// RUN: %as-opt --autoschedule --emit=tasks %s 2>/dev/null | FileCheck %s
// RUN: %as-opt --autoschedule --trials=2 --records=none --progress=none %s -o %t.mlir 2>/dev/null
// RUN: %as-run %t.mlir --entry=product --compare=%s --entry=product --stock --runs=0 --tolerance=1e-9
// RUN: %as-run %t.mlir --entry=solve --compare=%s --entry=solve --stock --runs=0 --tolerance=1e-9
// RUN: %as-run %t.mlir --entry=turns --compare=%s --entry=turns --stock --runs=0 --tolerance=1e-9
// RUN: %as-run %t.mlir --entry=of_scf --compare=%s --entry=of_scf --stock --runs=0 --tolerance=1e-9
// RUN: %as-run %t.mlir --entry=extremes --compare=%s --entry=extremes --stock --runs=0 --tolerance=0
// RUN: %as-run %t.mlir --entry=shared --compare=%s --entry=shared --stock --runs=0 --tolerance=1e-9
// RUN: %as-run %t.mlir --entry=passed_on --compare=%s --entry=passed_on --stock --runs=0 --tolerance=1e-9
// RUN: %as-run %t.mlir --entry=used_between --compare=%s --entry=used_between --stock --runs=0 --tolerance=1e-9
// REQUIRES: search
// A product, and a sum that the function returns.

// CHECK-LABEL: func.func @product(
// CHECK-NOT: affine.for
// CHECK: call @as_task_{{.*}} -> tensor<12x8xf64>
// CHECK-NOT: affine.for
// CHECK: return
func.func @product(%A: memref<12x16xf64> {llvm.noalias}, %B: memref<16x8xf64> {llvm.noalias},
                   %C: memref<12x8xf64> {llvm.noalias}) -> f64 {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 8 {
      %sum = affine.for %k = 0 to 16 iter_args(%old = %zero) -> (f64) {
        %a = affine.load %A[%i, %k] : memref<12x16xf64>
        %b = affine.load %B[%k, %j] : memref<16x8xf64>
        %0 = arith.mulf %a, %b : f64
        %new = arith.addf %old, %0 : f64
        affine.yield %new : f64
      }
      affine.store %sum, %C[%i, %j] : memref<12x8xf64>
    }
  }
  %trace = affine.for %k = 0 to 8 iter_args(%old = %zero) -> (f64) {
    %c = affine.load %C[%k, %k] : memref<12x8xf64>
    %new = arith.addf %old, %c : f64
    affine.yield %new : f64
  }
  return %trace : f64
}

// A triangular system, which is a nest in memory.

// CHECK-LABEL: func.func @solve(
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @solve(%L: memref<16x16xf64> {llvm.noalias}, %x: memref<16xf64> {llvm.noalias}) {
  affine.for %t = 0 to 4 {
    affine.for %i = 0 to 16 {
      %first = affine.load %x[%i] : memref<16xf64>
      %sum = affine.for %j = 0 to affine_map<(i) -> (i)>(%i) iter_args(%old = %first) -> (f64) {
        %l = affine.load %L[%i, %j] : memref<16x16xf64>
        %y = affine.load %x[%j] : memref<16xf64>
        %0 = arith.mulf %l, %y : f64
        %new = arith.subf %old, %0 : f64
        affine.yield %new : f64
      }
      affine.store %sum, %x[%i] : memref<16xf64>
    }
  }
  return
}

// Two values that take turns, of different types.
func.func @turns(%x: memref<16xf32> {llvm.noalias}, %y: memref<16xf32> {llvm.noalias}) {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    %a:3 = affine.for %j = 0 to 7 iter_args(%p = %one, %q = %two, %n = %zero) -> (f32, f32, i32) {
      %0 = affine.load %x[%j] : memref<16xf32>
      %1 = arith.addf %p, %0 : f32
      %c = arith.constant 3 : i32
      %2 = arith.addi %n, %c : i32
      affine.yield %q, %1, %2 : f32, f32, i32
    }
    %3 = arith.sitofp %a#2 : i32 to f32
    %4 = arith.subf %a#0, %a#1 : f32
    %5 = arith.mulf %4, %3 : f32
    affine.store %5, %y[%i] : memref<16xf32>
  }
  return
}

// An scf.for carries values as well.

// CHECK-LABEL: func.func @of_scf(
// CHECK-NOT: scf.for
// CHECK: call @as_task_{{.*}} -> tensor<12x8xf64>
// CHECK-NOT: scf.for
// CHECK: return
func.func @of_scf(%A: memref<12x16xf64> {llvm.noalias}, %B: memref<16x8xf64> {llvm.noalias},
                  %C: memref<12x8xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %c12 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%old = %zero) -> (f64) {
        %a = memref.load %A[%i, %k] : memref<12x16xf64>
        %b = memref.load %B[%k, %j] : memref<16x8xf64>
        %0 = arith.mulf %a, %b : f64
        %new = arith.addf %old, %0 : f64
        scf.yield %new : f64
      }
      memref.store %sum, %C[%i, %j] : memref<12x8xf64>
    }
  }
  return
}

// Two extremes of a row at once, by comparisons.
func.func @extremes(%A: memref<12x16xf64> {llvm.noalias}, %most: memref<12xf64> {llvm.noalias},
                    %least: memref<12xf64> {llvm.noalias}) {
  affine.for %i = 0 to 12 {
    %first = affine.load %A[%i, 0] : memref<12x16xf64>
    %both:2 = affine.for %k = 0 to 16 iter_args(%p = %first, %q = %first) -> (f64, f64) {
      %a = affine.load %A[%i, %k] : memref<12x16xf64>
      %0 = arith.cmpf ogt, %a, %p : f64
      %1 = arith.select %0, %a, %p : f64
      %2 = arith.cmpf olt, %a, %q : f64
      %3 = arith.select %2, %a, %q : f64
      affine.yield %1, %3 : f64, f64
    }
    affine.store %both#0, %most[%i] : memref<12xf64>
    affine.store %both#1, %least[%i] : memref<12xf64>
  }
  return
}

// In a parallel loop each thread has values of its own.

// CHECK-LABEL: func.func @shared(
// CHECK-NOT: memref.alloca
// CHECK: scf.parallel
// CHECK: iter_args
// CHECK: return
func.func @shared(%A: memref<16x16xf64> {llvm.noalias}, %x: memref<16xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f64
  scf.parallel (%i) = (%c0) to (%c16) step (%c1) {
    %sum = affine.for %k = 0 to 16 iter_args(%old = %zero) -> (f64) {
      %a = memref.load %A[%i, %k] : memref<16x16xf64>
      %new = arith.addf %old, %a : f64
      affine.yield %new : f64
    }
    memref.store %sum, %x[%i] : memref<16xf64>
  } {mapping = [#gpu.loop_dim_map<processor = sequential, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}

// Loops that pass a sum on to each other have one scalar, so this is one sum.

// CHECK-LABEL: func.func @passed_on(
// CHECK-NOT: affine.for
// CHECK: call @as_task_{{.*}} : (tensor<
// CHECK: return
func.func @passed_on(%A: memref<4x9x16xf64> {llvm.noalias}, %x: memref<4xf64> {llvm.noalias}) {
  %two = arith.constant 2.0 : f64
  affine.for %i = 0 to 4 {
    %all = affine.for %j = 0 to 9 iter_args(%s = %two) -> (f64) {
      %row = affine.for %k = 0 to 16 iter_args(%t = %s) -> (f64) {
        %a = affine.load %A[%i, %j, %k] : memref<4x9x16xf64>
        %0 = arith.addf %t, %a : f64
        affine.yield %0 : f64
      }
      affine.yield %row : f64
    }
    affine.store %all, %x[%i] : memref<4xf64>
  }
  return
}

// What is used between the loops is not only passed on.

func.func @used_between(%A: memref<4x9x16xf64> {llvm.noalias}, %x: memref<4xf64> {llvm.noalias},
                        %y: memref<4x9xf64> {llvm.noalias}) {
  %two = arith.constant 2.0 : f64
  affine.for %i = 0 to 4 {
    %all = affine.for %j = 0 to 9 iter_args(%s = %two) -> (f64) {
      %row = affine.for %k = 0 to 16 iter_args(%t = %s) -> (f64) {
        %a = affine.load %A[%i, %j, %k] : memref<4x9x16xf64>
        %0 = arith.addf %t, %a : f64
        affine.yield %0 : f64
      }
      %1 = arith.subf %row, %s : f64
      affine.store %1, %y[%i, %j] : memref<4x9xf64>
      affine.yield %row : f64
    }
    affine.store %all, %x[%i] : memref<4xf64>
  }
  return
}
