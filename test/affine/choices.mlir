// The distinct schedules of a nest. options = fuse, keep, distribute,
// innermost, wave, jam (left out if 0); carry = what the innermost loop carries: 0 nothing,
// 1 a dependence now and then, 2 a value from each iteration to the
// next.

// RUN: %as-opt --as-extract-tasks %s | FileCheck %s

// One statement: fuse, distribute and keep change nothing. isl puts
// the loop that carries nothing first; the other order can be
// vectorised.
// CHECK-LABEL: func.func private @as_task
// CHECK: as.nest = [
// CHECK-SAME: {band = array<i64: 40, 30>, bands = [array<i64: 0, 2>], carry = array<i64: 2>, loops = [array<i64: 1, 0>], options = array<i64: 1, 0, 1, -1, 0>, same = array<i64: -1>, shared = array<i64: 2>, shifts = [array<i64: 0, 0>]},
// CHECK-SAME: {band = array<i64: 30, 40>, bands = [array<i64: 0, 2>], carry = array<i64: 0>, loops = [array<i64: 0, 1>], options = array<i64: 1, 0, 1, 0, 0>, same = array<i64: -1>, shared = array<i64: 2>, shifts = [array<i64: 0, 0>]}]
func.func @alone(%A: memref<31x40xf64> {llvm.noalias}) {
  affine.for %i = 0 to 30 {
    affine.for %j = 0 to 40 {
      %0 = affine.load %A[%i, %j] : memref<31x40xf64>
      %1 = arith.mulf %0, %0 : f64
      affine.store %1, %A[%i + 1, %j] : memref<31x40xf64>
    }
  }
  return
}

// Statements that alternate in time are skewed: time moves the other loop
// on by two. The innermost loop carries a dependence if they share it, and
// none if each has its own. Time is never innermost: nothing is contiguous
// along it. Keeping the outermost loop gives the same order and less to
// tile.
// CHECK-LABEL: func.func private @as_task
// CHECK: as.nest = [
// CHECK-SAME: bands = [array<i64: 0, 2>, array<i64: 0, 2>], carry = array<i64: 0, 0>, loops = [array<i64: 0, 1>, array<i64: 0, 1>], options = array<i64: 1, 0, 1, -1, 0>, same = array<i64: -1>, shared = array<i64: 1, 2>, shifts = [array<i64: 0, 2>, array<i64: 0, 2>]},
// CHECK-SAME: bands = [array<i64: 0, 2>, array<i64: 0, 2>], carry = array<i64: 2, 2>, loops = [array<i64: 0, 1>, array<i64: 0, 1>], options = array<i64: 1, 0, 0, -1, 0>, same = array<i64: -1>, shared = array<i64: 2, 2>, shifts = [array<i64: 0, 2>, array<i64: 0, 2>]}]
func.func @alternating(%A: memref<66xf64> {llvm.noalias},
                       %B: memref<66xf64> {llvm.noalias}) {
  affine.for %t = 0 to 12 {
    affine.for %i = 1 to 65 {
      %0 = affine.load %A[%i - 1] : memref<66xf64>
      %1 = affine.load %A[%i + 1] : memref<66xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %B[%i] : memref<66xf64>
    }
    affine.for %i = 1 to 65 {
      %0 = affine.load %B[%i - 1] : memref<66xf64>
      %1 = affine.load %B[%i + 1] : memref<66xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %A[%i] : memref<66xf64>
    }
  }
  return
}

// A recurrence in both of its loops: either one carries a dependence when it is
// innermost, so there are wavefronts along either. Nothing in a wavefront
// depends on anything else in it.
// CHECK-LABEL: func.func private @as_task
// CHECK: as.nest = [
// CHECK-SAME: carry = array<i64: 2>, loops = [array<i64: 0, 1>], options = array<i64: 1, 0, 1, -1, 0>, same = array<i64: -1>, shared = array<i64: 2>, shifts = [array<i64: 0, 0>]},
// CHECK-SAME: {band = array<i64: 39, 30>, bands = [array<i64: 0, 2>], carry = array<i64: 2>, loops = [array<i64: 1, 0>], options = array<i64: 1, 0, 0, 0, 0, 1>, same = array<i64: -1>, shared = array<i64: 2>, shifts = [array<i64: 0, 0>]},
// CHECK-SAME: {band = array<i64: 30, 39>, bands = [array<i64: 0, 2>], carry = array<i64: 0>, loops = [array<i64: 0, 1>], options = array<i64: 1, 0, 0, -1, 1>, same = array<i64: -1>, shared = array<i64: 2>, shifts = [array<i64: 0, 0>]},
// CHECK-SAME: {band = array<i64: 39, 30>, bands = [array<i64: 0, 2>], carry = array<i64: 0>, loops = [array<i64: 1, 0>], options = array<i64: 1, 0, 0, 0, 1>, same = array<i64: -1>, shared = array<i64: 2>, shifts = [array<i64: 0, 0>]}]
func.func @recurrence(%A: memref<31x40xf64> {llvm.noalias}) {
  affine.for %i = 0 to 30 {
    affine.for %j = 0 to 39 {
      %0 = affine.load %A[%i, %j + 1] : memref<31x40xf64>
      %1 = affine.load %A[%i + 1, %j] : memref<31x40xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %A[%i + 1, %j + 1] : memref<31x40xf64>
    }
  }
  return
}

// One iteration changes what all iterations read: the innermost loop carries
// that dependence, but most iterations do not wait for it.
// CHECK-LABEL: func.func private @as_task
// CHECK: as.nest = [
// CHECK-SAME: carry = array<i64: 1>, loops = [array<i64: 0, 1>], options = array<i64: 1, 0, 1, -1, 0>
func.func @now_and_then(%A: memref<30x40xf64> {llvm.noalias}) {
  affine.for %i = 0 to 30 {
    affine.for %j = 0 to 40 {
      %0 = affine.load %A[%i, %j] : memref<30x40xf64>
      %1 = affine.load %A[%i, 5] : memref<30x40xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %A[%i, %j] : memref<30x40xf64>
    }
  }
  return
}
