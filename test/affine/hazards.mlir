// Nests that look raisable and must not be raised, or only with care. Each
// computes the same as before.

// RUN: %as-opt --autoschedule --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=2 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --entry=swap --compare=%s --entry=swap --stock --runs=0 --tolerance=0
// RUN: %as-run %t.mlir --entry=old_copy --compare=%s --entry=old_copy --stock --runs=0 --tolerance=0
// RUN: %as-run %t.mlir --entry=either_way --compare=%s --entry=either_way --stock --runs=0 --tolerance=0
// RUN: %as-run %t.mlir --entry=shorter_in_the_end --compare=%s --entry=shorter_in_the_end --stock --runs=0 --tolerance=0
// RUN: %as-run %t.mlir --entry=not_called_for --compare=%s --entry=not_called_for --stock --runs=0 --tolerance=0
// RUN: %as-run %t.mlir --entry=late_iterations --compare=%s --entry=late_iterations --stock --runs=0
// RUN: %as-run %t.mlir --entry=either_array --compare=%s --entry=either_array --stock --runs=0 --tolerance=0
// RUN: %as-run %t.mlir --entry=unsigned_bounds --compare=%s --entry=unsigned_bounds --stock --runs=0 --tolerance=0
// RUN: %as-run %t.mlir --entry=used_often --compare=%s --entry=used_often --stock --runs=0 --tolerance=0
// REQUIRES: search
// Copies of an array are folded into the array itself. So a real copy is made
// if memory changes both ways.

// CHECK-LABEL: func.func @swap(
// CHECK: bufferization.alloc_tensor() copy
// CHECK: return
func.func @swap(%A: memref<16xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias},
                %T: memref<16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %A[%i] : memref<16xf32>
    affine.store %0, %T[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 16 {
    %0 = affine.load %B[%i] : memref<16xf32>
    affine.store %0, %A[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 16 {
    %0 = affine.load %T[%i] : memref<16xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 16 {
    %0 = affine.load %T[%i] : memref<16xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %T[%i] : memref<16xf32>
  }
  return
}

// Here it is enough to store the copy first.

// CHECK-LABEL: func.func @old_copy(
// CHECK-SAME: %[[A:.*]]: memref<16xf32> {{.*}}, %[[B:.*]]: memref<16xf32>
// CHECK-NOT: alloc_tensor
// CHECK: materialize_in_destination %{{.*}} in restrict writable %[[B]]
// CHECK: materialize_in_destination %{{.*}} in restrict writable %[[A]]
// CHECK: return
func.func @old_copy(%A: memref<16xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %A[%i] : memref<16xf32>
    affine.store %0, %B[%i] : memref<16xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %A[%i] : memref<16xf32>
  }
  return
}

// A temporary is expanded over the iterations of all statements that use it.

// CHECK-LABEL: func.func @either_way(
// CHECK-SAME: %[[A:.*]]: memref<10x16xf32> {{.*}}, %[[B:.*]]: memref<10x16xf32> {{.*}}, %[[T:.*]]: memref<16xf32>
// CHECK-NOT: affine.for
// CHECK-DAG: %[[LAST:.*]] = tensor.extract_slice %{{.*}}[{{[49]}}, 0] [1, 16] [1, 1]
// CHECK-DAG: materialize_in_destination %[[LAST]] in restrict writable %[[T]]
// CHECK: return
func.func @either_way(%A: memref<10x16xf32> {llvm.noalias},
                      %B: memref<10x16xf32> {llvm.noalias},
                      %T: memref<16xf32> {llvm.noalias}) {
  %three = arith.constant 3.0 : f32
  affine.for %i = 0 to 10 {
    affine.if affine_set<(i) : (4 - i >= 0)>(%i) {
      affine.for %j = 0 to 16 {
        %0 = affine.load %A[%i, %j] : memref<10x16xf32>
        affine.store %0, %T[%j] : memref<16xf32>
      }
      affine.for %j = 0 to 16 {
        %0 = affine.load %T[%j] : memref<16xf32>
        %1 = arith.addf %0, %0 : f32
        affine.store %1, %B[%i, %j] : memref<10x16xf32>
      }
    } else {
      affine.for %j = 0 to 16 {
        %0 = affine.load %A[%i, %j] : memref<10x16xf32>
        %1 = arith.addf %0, %three : f32
        affine.store %1, %T[%j] : memref<16xf32>
      }
      affine.for %j = 0 to 16 {
        %0 = affine.load %T[%j] : memref<16xf32>
        %1 = arith.mulf %0, %three : f32
        affine.store %1, %B[%i, %j] : memref<10x16xf32>
      }
    }
  }
  return
}

// The last iteration writes less than others: their elements must stay.

// CHECK-LABEL: func.func @shorter(
// CHECK: call @as_task_{{.*}} : ({{.*}}memref<16xf32>
// CHECK: return
func.func @shorter(%A: memref<10x16xf32> {llvm.noalias},
                   %B: memref<10x16xf32> {llvm.noalias},
                   %T: memref<?xf32> {llvm.noalias}) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 5 {
      %0 = affine.load %A[%i, %j] : memref<10x16xf32>
      affine.store %0, %T[%j] : memref<?xf32>
    }
    affine.if affine_set<(i) : (8 - i >= 0)>(%i) {
      affine.for %j = 5 to 16 {
        %0 = affine.load %A[%i, %j] : memref<10x16xf32>
        affine.store %0, %T[%j] : memref<?xf32>
      }
      affine.for %j = 5 to 16 {
        %0 = affine.load %T[%j] : memref<?xf32>
        %1 = arith.addf %0, %0 : f32
        affine.store %1, %B[%i, %j] : memref<10x16xf32>
      }
    }
    affine.for %j = 0 to 5 {
      %0 = affine.load %T[%j] : memref<?xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %B[%i, %j] : memref<10x16xf32>
    }
  }
  return
}

func.func @shorter_in_the_end(%A: memref<10x16xf32>, %B: memref<10x16xf32>,
                              %T: memref<16xf32>) {
  %cast = memref.cast %T : memref<16xf32> to memref<?xf32>
  call @shorter(%A, %B, %cast) : (memref<10x16xf32>, memref<10x16xf32>, memref<?xf32>) -> ()
  return
}

// A condition that does not depend on the iteration must be kept.

// CHECK-LABEL: func.func @where_called_for(
// CHECK-NOT: as_task
// CHECK: return
func.func @where_called_for(%A: memref<16xf32> {llvm.noalias},
                            %B: memref<16xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<()[n] : (n - 5 >= 0)>()[%n] {
      %0 = affine.load %A[%i] : memref<16xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %B[%i] : memref<16xf32>
    }
  }
  return
}

func.func @not_called_for(%A: memref<16xf32>, %B: memref<16xf32>) {
  %n = arith.constant 3 : index
  call @where_called_for(%A, %B, %n) : (memref<16xf32>, memref<16xf32>, index) -> ()
  return
}

// So must a condition on a loop that stays: the nest is a task with its loops.

// CHECK-LABEL: func.func @late_iterations(
// CHECK-NOT: to_tensor
// CHECK: return
func.func @late_iterations(%A: memref<16x16xf32> {llvm.noalias},
                           %x: memref<16xf32> {llvm.noalias},
                           %y: memref<16xf32> {llvm.noalias}) {
  affine.for %t = 0 to 6 {
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 16 {
        affine.if affine_set<(t) : (t - 3 >= 0)>(%t) {
          %0 = affine.load %A[%i, %j] : memref<16x16xf32>
          %1 = affine.load %x[%j] : memref<16xf32>
          %2 = arith.mulf %0, %1 : f32
          %3 = affine.load %y[%i] : memref<16xf32>
          %4 = arith.addf %3, %2 : f32
          affine.store %4, %y[%i] : memref<16xf32>
        }
      }
    }
    affine.for %i = 0 to 16 {
      %0 = affine.load %y[%i] : memref<16xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %x[%i] : memref<16xf32>
    }
  }
  return
}

// Arguments of a block other than the entry may be any memory, also an
// allocation of the function.

// CHECK-LABEL: func.func @either_array(
// CHECK: scf.if
// CHECK: return
func.func @either_array(%A: memref<17xf32> {llvm.noalias}) {
  %zero = arith.constant 0 : index
  %t = memref.alloc() : memref<17xf32>
  memref.copy %A, %t : memref<17xf32> to memref<17xf32>
  cf.br ^next(%zero, %t : index, memref<17xf32>)
^next(%i0: index, %m: memref<17xf32>):
  affine.for %i = 0 to 16 {
    %0 = affine.load %t[%i] : memref<17xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %m[%i + 1] : memref<17xf32>
  }
  memref.copy %t, %A : memref<17xf32> to memref<17xf32>
  return
}

// Up to 200, as eight bits without sign.

// CHECK-LABEL: func.func @unsigned_bounds(
// CHECK: scf.for unsigned
// CHECK: return
func.func @unsigned_bounds(%A: memref<16xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias}) {
  %from = arith.constant 0 : i8
  %to = arith.constant -56 : i8
  %step = arith.constant 1 : i8
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 16 {
    %0 = affine.load %A[%i] : memref<16xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %B[%i] : memref<16xf32>
  }
  scf.for unsigned %i = %from to %to step %step : i8 {
    %0 = affine.load %B[0] : memref<16xf32>
    %1 = arith.addf %0, %one : f32
    affine.store %1, %B[0] : memref<16xf32>
  }
  affine.for %i = 0 to 16 {
    %0 = affine.load %B[%i] : memref<16xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %A[%i] : memref<16xf32>
  }
  return
}

// Each value is used twice: a search over all paths of uses would not end.

// CHECK-LABEL: func.func @used_often(
// CHECK-NOT: affine.for
// CHECK: return
func.func @used_often(%A: memref<16xi32> {llvm.noalias}, %B: memref<16xi32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %v0 = affine.load %A[%i] : memref<16xi32>
    %v1 = arith.muli %v0, %v0 : i32
    %v2 = arith.muli %v1, %v1 : i32
    %v3 = arith.muli %v2, %v2 : i32
    %v4 = arith.muli %v3, %v3 : i32
    %v5 = arith.muli %v4, %v4 : i32
    %v6 = arith.muli %v5, %v5 : i32
    %v7 = arith.muli %v6, %v6 : i32
    %v8 = arith.muli %v7, %v7 : i32
    %v9 = arith.muli %v8, %v8 : i32
    %v10 = arith.muli %v9, %v9 : i32
    %v11 = arith.muli %v10, %v10 : i32
    %v12 = arith.muli %v11, %v11 : i32
    %v13 = arith.muli %v12, %v12 : i32
    %v14 = arith.muli %v13, %v13 : i32
    %v15 = arith.muli %v14, %v14 : i32
    %v16 = arith.muli %v15, %v15 : i32
    %v17 = arith.muli %v16, %v16 : i32
    %v18 = arith.muli %v17, %v17 : i32
    %v19 = arith.muli %v18, %v18 : i32
    %v20 = arith.muli %v19, %v19 : i32
    %v21 = arith.muli %v20, %v20 : i32
    %v22 = arith.muli %v21, %v21 : i32
    %v23 = arith.muli %v22, %v22 : i32
    %v24 = arith.muli %v23, %v23 : i32
    %v25 = arith.muli %v24, %v24 : i32
    %v26 = arith.muli %v25, %v25 : i32
    %v27 = arith.muli %v26, %v26 : i32
    %v28 = arith.muli %v27, %v27 : i32
    %v29 = arith.muli %v28, %v28 : i32
    %v30 = arith.muli %v29, %v29 : i32
    %v31 = arith.muli %v30, %v30 : i32
    %v32 = arith.muli %v31, %v31 : i32
    %v33 = arith.muli %v32, %v32 : i32
    %v34 = arith.muli %v33, %v33 : i32
    %v35 = arith.muli %v34, %v34 : i32
    %v36 = arith.muli %v35, %v35 : i32
    %v37 = arith.muli %v36, %v36 : i32
    %v38 = arith.muli %v37, %v37 : i32
    %v39 = arith.muli %v38, %v38 : i32
    %v40 = arith.muli %v39, %v39 : i32
    affine.store %v40, %B[%i] : memref<16xi32>
  }
  return
}

// Each thread has memory of its own.

// CHECK-LABEL: func.func @own_memory(
// CHECK: scf.parallel
// CHECK-NEXT: memref.alloca
// CHECK: return
func.func @own_memory(%A: memref<16x4xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    scf.parallel (%j) = (%c0) to (%c4) step (%c1) {
      %t = memref.alloca() : memref<1xf32>
      %0 = memref.load %A[%i, %j] : memref<16x4xf32>
      memref.store %0, %t[%c0] : memref<1xf32>
      %1 = memref.load %t[%c0] : memref<1xf32>
      memref.store %1, %A[%i, %j] : memref<16x4xf32>
      scf.reduce
    }
  }
  return
}
