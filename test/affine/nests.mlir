// Nests that stay loops are tasks with a sketch that reschedules them. The
// result computes the same, and its script replays.

// RUN: %as-opt --as-extract-tasks %s | FileCheck %s --check-prefix=TASKS
// RUN: %as-opt --as-generate-sketches %s | FileCheck %s --check-prefix=SKETCHES
// RUN: %as-opt --autoschedule --trials=8 --records=none --progress=none --report=%t.json %s -o %t.mlir
// RUN: %as-run %t.mlir --entry=stencil --compare=%s --entry=stencil --stock --runs=0 --tolerance=1e-12
// RUN: %as-run %t.mlir --entry=triangle --compare=%s --entry=triangle --stock --runs=0 --tolerance=1e-12
// RUN: %as-run %t.mlir --entry=may_overlap --compare=%s --entry=may_overlap --stock --runs=0 --tolerance=1e-12
// RUN: %as-run %t.mlir --entry=overlapping --compare=%s --entry=overlapping --stock --runs=0 --tolerance=1e-12
// RUN: %as-run %t.mlir --entry=recurrence --compare=%s --entry=recurrence --stock --runs=0
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// RUN: %as-opt --autoschedule --trials=4 --records=none --progress=none --emit=schedule %s -o %t.schedule.mlir
// RUN: %as-opt --pass-pipeline='builtin.module(as-apply-schedule{schedule=%t.schedule.mlir})' %s -o %t.replayed.mlir
// RUN: %as-run %t.replayed.mlir --entry=stencil --compare=%s --entry=stencil --stock --runs=0 --tolerance=1e-12
// REQUIRES: search
// No schedule of a rule is refused, and none computes another result.
// REPORT-NOT: "{{build-failed|illegal|wrong-answer}}":{{[1-9]}}

// SKETCHES: transform.tune.knob<"tile_0"> options = [0, 4,
// SKETCHES: transform.tune.alternatives<"schedule">
// SKETCHES-NEXT: transform.apply_registered_pass "as-reschedule" with options
// SKETCHES: }, {
// SKETCHES-NEXT: transform.apply_registered_pass "as-reschedule" with options

// TASKS-LABEL: func.func @stencil(
// TASKS-NEXT: arith.constant
// TASKS-NEXT: call @as_task
// TASKS-NEXT: return
func.func @stencil(%A: memref<66x70xf64> {llvm.noalias},
                   %B: memref<66x70xf64> {llvm.noalias}) {
  %half = arith.constant 0.5 : f64
  affine.for %t = 0 to 12 {
    affine.for %i = 1 to 65 {
      affine.for %j = 1 to 69 {
        %0 = affine.load %A[%i - 1, %j] : memref<66x70xf64>
        %1 = affine.load %A[%i, %j + 1] : memref<66x70xf64>
        %2 = arith.addf %0, %1 : f64
        %3 = arith.mulf %2, %half : f64
        affine.store %3, %B[%i, %j] : memref<66x70xf64>
      }
    }
    affine.for %i = 1 to 65 {
      affine.for %j = 1 to 69 {
        %0 = affine.load %B[%i + 1, %j] : memref<66x70xf64>
        %1 = affine.load %B[%i, %j - 1] : memref<66x70xf64>
        %2 = arith.addf %0, %1 : f64
        %3 = arith.mulf %2, %half : f64
        affine.store %3, %A[%i, %j] : memref<66x70xf64>
      }
    }
  }
  return
}

// TASKS-LABEL: func.func @triangle(
// TASKS-NEXT: call @as_task
// TASKS-NEXT: return
func.func @triangle(%A: memref<33x33xf32> {llvm.noalias}) {
  affine.for %k = 0 to 33 {
    affine.for %i = affine_map<(k) -> (k + 1)>(%k) to 33 {
      affine.for %j = affine_map<(k) -> (k + 1)>(%k) to 33 {
        %0 = affine.load %A[%i, %k] : memref<33x33xf32>
        %1 = affine.load %A[%k, %j] : memref<33x33xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = affine.load %A[%i, %j] : memref<33x33xf32>
        %4 = arith.subf %3, %2 : f32
        affine.store %4, %A[%i, %j] : memref<33x33xf32>
      }
    }
  }
  return
}

// Each value is used twice: counted along all paths of uses there would be
// exponentially many.
// TASKS-LABEL: func.func @recurrence(
// TASKS: call @as_task
// TASKS-NEXT: return
func.func @recurrence(%A: memref<41x50xi32> {llvm.noalias}) {
  affine.for %i = 1 to 41 {
    affine.for %j = 1 to 50 {
      %0 = affine.load %A[%i - 1, %j - 1] : memref<41x50xi32>
      %1 = affine.load %A[%i - 1, %j] : memref<41x50xi32>
      %2 = affine.load %A[%i, %j - 1] : memref<41x50xi32>
      %3 = arith.addi %0, %0 : i32
      %4 = arith.muli %3, %3 : i32
      %5 = arith.xori %4, %1 : i32
      %6 = arith.muli %5, %5 : i32
      %7 = arith.xori %6, %2 : i32
      %8 = arith.muli %7, %7 : i32
      affine.store %8, %A[%i, %j] : memref<41x50xi32>
    }
  }
  return
}

// Arrays that may overlap are compared at run time; if they do, the nest stays.
// TASKS-LABEL: func.func @may_overlap(
// TASKS: scf.if
// TASKS-NEXT: call @as_task
// TASKS-NEXT: } else {
// TASKS-NEXT: affine.for
// TASKS: return
func.func @may_overlap(%A: memref<40x40xf64>, %B: memref<40x40xf64>) {
  affine.for %i = 1 to 40 {
    affine.for %j = 0 to 39 {
      %0 = affine.load %A[%i - 1, %j + 1] : memref<40x40xf64>
      %1 = affine.load %B[%j, %i] : memref<40x40xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %A[%i, %j] : memref<40x40xf64>
    }
  }
  return
}

// The version for overlapping arrays.
func.func @overlapping(%A: memref<40x40xf64> {llvm.noalias}) {
  call @may_overlap(%A, %A) : (memref<40x40xf64>, memref<40x40xf64>) -> ()
  return
}

// A band that exists only if the outermost loop is kept: isl prefers to go by
// columns.
// TASKS-LABEL: func.func @apart(
// TASKS: call @as_task
// TASKS-NEXT: return
func.func @apart(%A: memref<20x24xf64> {llvm.noalias},
                 %R: memref<24x24xf64> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f64
  affine.for %k = 0 to 24 {
    affine.for %j = affine_map<(k) -> (k + 1)>(%k) to 24 {
      affine.store %zero, %R[%k, %j] : memref<24x24xf64>
      affine.for %i = 0 to 20 {
        %0 = affine.load %R[%k, %j] : memref<24x24xf64>
        %1 = affine.load %A[%i, %k] : memref<20x24xf64>
        %2 = affine.load %A[%i, %j] : memref<20x24xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %R[%k, %j] : memref<24x24xf64>
      }
      affine.for %i = 0 to 20 {
        %0 = affine.load %A[%i, %j] : memref<20x24xf64>
        %1 = affine.load %A[%i, %k] : memref<20x24xf64>
        %2 = affine.load %R[%k, %j] : memref<24x24xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.subf %0, %3 : f64
        affine.store %4, %A[%i, %j] : memref<20x24xf64>
      }
    }
  }
  return
}
