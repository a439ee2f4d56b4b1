// Temporaries that each iteration fills anew do not keep loops in order: as
// tensors they have an index for each iteration. In the end memory holds the
// values of the last iteration.

// RUN: %as-opt --autoschedule --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=4 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --entry=row --compare=%s --entry=row --stock --runs=0
// RUN: %as-run %t.mlir --entry=scalar --compare=%s --entry=scalar --stock --runs=0
// RUN: %as-run %t.mlir --entry=part --compare=%s --entry=part --stock --runs=0
// RUN: %as-run %t.mlir --entry=carried --compare=%s --entry=carried --stock --runs=0
// REQUIRES: search
// A row for each iteration of two loops: together a matrix product.

// CHECK-LABEL: func.func @row(
// CHECK-SAME: %[[A:.*]]: memref<4x6x8xf64> {{.*}}, %[[B:.*]]: memref<8x8xf64> {{.*}}, %[[SUM:.*]]: memref<8xf64>
// CHECK-NOT: affine.for
// CHECK: %[[R:.*]] = call @as_task_{{.*}} -> tensor<4x6x8xf64>
// CHECK: %[[LAST:.*]] = tensor.extract_slice %[[R]][3, 5, 0] [1, 1, 8] [1, 1, 1]
// CHECK: bufferization.materialize_in_destination %[[LAST]] in restrict writable %[[SUM]]
// CHECK: bufferization.materialize_in_destination %[[R]] in restrict writable %[[A]]
// CHECK: return
func.func @row(%A: memref<4x6x8xf64> {llvm.noalias},
               %B: memref<8x8xf64> {llvm.noalias},
               %sum: memref<8xf64> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f64
  affine.for %r = 0 to 4 {
    affine.for %q = 0 to 6 {
      affine.for %p = 0 to 8 {
        affine.store %zero, %sum[%p] : memref<8xf64>
        affine.for %s = 0 to 8 {
          %0 = affine.load %A[%r, %q, %s] : memref<4x6x8xf64>
          %1 = affine.load %B[%s, %p] : memref<8x8xf64>
          %2 = arith.mulf %0, %1 : f64
          %3 = affine.load %sum[%p] : memref<8xf64>
          %4 = arith.addf %3, %2 : f64
          affine.store %4, %sum[%p] : memref<8xf64>
        }
      }
      affine.for %p = 0 to 8 {
        %0 = affine.load %sum[%p] : memref<8xf64>
        affine.store %0, %A[%r, %q, %p] : memref<4x6x8xf64>
      }
    }
  }
  return
}

// A sum in a scalar that is allocated in the loops.

// CHECK-LABEL: func.func @scalar(
// CHECK-NOT: affine.for
// CHECK: call @as_task_{{.*}} -> tensor<8x8xf32>
// CHECK: return
func.func @scalar(%A: memref<8x12xf32> {llvm.noalias},
                  %B: memref<12x8xf32> {llvm.noalias},
                  %C: memref<8x8xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %acc = memref.alloca() : memref<f32>
      affine.store %zero, %acc[] : memref<f32>
      affine.for %k = 0 to 12 {
        %0 = affine.load %A[%i, %k] : memref<8x12xf32>
        %1 = affine.load %B[%k, %j] : memref<12x8xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = affine.load %acc[] : memref<f32>
        %4 = arith.addf %3, %2 : f32
        affine.store %4, %acc[] : memref<f32>
      }
      %5 = affine.load %acc[] : memref<f32>
      affine.store %5, %C[%i, %j] : memref<8x8xf32>
    }
  }
  return
}

// Not expanded: one with elements that no iteration writes.

// CHECK-LABEL: func.func @part(
// CHECK: affine.for
// CHECK: return
func.func @part(%A: memref<6x8xf32> {llvm.noalias},
                %t: memref<10xf32> {llvm.noalias}) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %A[%i, 7 - %j] : memref<6x8xf32>
      affine.store %0, %t[%j] : memref<10xf32>
    }
    affine.for %j = 0 to 8 {
      %0 = affine.load %t[%j] : memref<10xf32>
      affine.store %0, %A[%i, %j] : memref<6x8xf32>
    }
  }
  return
}

// Not expanded: one whose value is used by the next iteration.

// CHECK-LABEL: func.func @carried(
// CHECK: affine.for
// CHECK: affine.load
// CHECK: affine.store
// CHECK: return
func.func @carried(%A: memref<16xf32> {llvm.noalias},
                   %B: memref<16xf32> {llvm.noalias},
                   %t: memref<1xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %t[0] : memref<1xf32>
    %1 = affine.load %A[%i] : memref<16xf32>
    %2 = arith.mulf %0, %1 : f32
    affine.store %2, %B[%i] : memref<16xf32>
    %3 = affine.load %B[%i] : memref<16xf32>
    affine.store %3, %t[0] : memref<1xf32>
  }
  return
}
