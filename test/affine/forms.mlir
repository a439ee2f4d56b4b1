// The operators that loops are raised to, one a function; each computes the same.

// RUN: %as-opt --autoschedule --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --emit=tasks %s | FileCheck %s --check-prefix=PROMISES --implicit-check-not='overflow<'
// RUN: %as-opt --autoschedule --trials=12 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --entry=transpose --compare=%s --entry=transpose --stock --runs=0
// RUN: %as-run %t.mlir --entry=row_sums --compare=%s --entry=row_sums --stock --runs=0
// RUN: %as-run %t.mlir --entry=convolution --compare=%s --entry=convolution --stock --runs=0
// RUN: %as-run %t.mlir --entry=box_filter --compare=%s --entry=box_filter --stock --runs=0
// RUN: %as-run %t.mlir --entry=part --compare=%s --entry=part --stock --runs=0
// RUN: %as-run %t.mlir --entry=steps --compare=%s --entry=steps --stock --runs=0
// RUN: %as-run %t.mlir --entry=old_values --compare=%s --entry=old_values --stock --runs=0
// RUN: %as-run %t.mlir --entry=integers --compare=%s --entry=integers --stock --runs=0
// RUN: %as-run %t.mlir --entry=difference --compare=%s --entry=difference --stock --runs=0
// RUN: %as-run %t.mlir --entry=greatest --compare=%s --entry=greatest --stock --runs=0
// RUN: %as-run %t.mlir --entry=places --compare=%s --entry=places --stock --runs=0
// RUN: %as-run %t.mlir --entry=scf_loops --compare=%s --entry=scf_loops --stock --runs=0
// RUN: %as-run %t.mlir --entry=in_time --compare=%s --entry=in_time --stock --runs=0
// REQUIRES: search
// CHECK-LABEL: func.func @transpose(
// CHECK-NOT: affine.for
// CHECK: call @as_task
// CHECK: return
func.func @transpose(%A: memref<12x16xf32> {llvm.noalias},
                     %B: memref<16x12xf32> {llvm.noalias}) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 16 {
      %0 = affine.load %A[%i, %j] : memref<12x16xf32>
      affine.store %0, %B[%j, %i] : memref<16x12xf32>
    }
  }
  return
}

// The fill of the sums and the sums are one task.

// CHECK-LABEL: func.func @row_sums(
// CHECK-NOT: affine.for
// CHECK: call @as_task
// CHECK-NOT: call
// CHECK: return
func.func @row_sums(%A: memref<12x64xf32> {llvm.noalias},
                    %s: memref<12xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 12 {
    affine.store %zero, %s[%i] : memref<12xf32>
    affine.for %j = 0 to 64 {
      %0 = affine.load %A[%i, %j] : memref<12x64xf32>
      %1 = math.absf %0 : f32
      %2 = affine.load %s[%i] : memref<12xf32>
      %3 = arith.addf %2, %1 : f32
      affine.store %3, %s[%i] : memref<12xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @convolution(
// CHECK-NOT: affine.for
// CHECK: call @[[CONVOLUTION:as_task_[0-9a-f]+]](
// CHECK: return
func.func @convolution(%x: memref<20x36xf32> {llvm.noalias},
                       %w: memref<3x5xf32> {llvm.noalias},
                       %y: memref<18x16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 18 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 3 {
        affine.for %l = 0 to 5 {
          %0 = affine.load %x[%i + %k, 2 * %j + %l] : memref<20x36xf32>
          %1 = affine.load %w[%k, %l] : memref<3x5xf32>
          %2 = arith.mulf %0, %1 : f32
          %3 = affine.load %y[%i, %j] : memref<18x16xf32>
          %4 = arith.addf %3, %2 : f32
          affine.store %4, %y[%i, %j] : memref<18x16xf32>
        }
      }
    }
  }
  return
}

// No operand has the extent of the window: an empty one is added.

// CHECK-LABEL: func.func @box_filter(
// CHECK-NOT: affine.for
// CHECK: call @as_task
// CHECK: return
func.func @box_filter(%x: memref<20xf32> {llvm.noalias},
                      %y: memref<16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %k = 0 to 5 {
      %0 = affine.load %x[%i + %k] : memref<20xf32>
      %1 = affine.load %y[%i] : memref<16xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %y[%i] : memref<16xf32>
    }
  }
  return
}

// A condition that leaves a box is raised; the rest of the array stays.

// CHECK-LABEL: func.func @part(
// CHECK-NOT: affine.for
// CHECK: tensor.extract_slice %{{.*}}[2, 3] [6, 8] [1, 1]
// CHECK: call @as_task
// CHECK: tensor.insert_slice %{{.*}}[2, 3] [6, 8] [1, 1]
// CHECK: return
#within = affine_set<(row) : (row - 2 >= 0, 7 - row >= 0)>
func.func @part(%A: memref<12x16xf32>) {
  affine.for %i = 0 to 12 {
    affine.for %j = 3 to 11 {
      affine.if #within(%i) {
        %0 = affine.load %A[%i, %j] : memref<12x16xf32>
        %1 = arith.mulf %0, %0 : f32
        affine.store %1, %A[%i, %j] : memref<12x16xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @steps(
// CHECK-NOT: affine.for
// CHECK: tensor.extract_slice %{{.*}}[1] [5] [3]
// CHECK: return
func.func @steps(%A: memref<16xf32> {llvm.noalias},
                 %B: memref<16xf32> {llvm.noalias}) {
  affine.for %i = 1 to 15 step 3 {
    %0 = affine.load %A[%i] : memref<16xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %B[%i] : memref<16xf32>
  }
  return
}

// No iteration reads what an earlier one wrote: everything can be read before
// anything is written.

// CHECK-LABEL: func.func @old_values(
// CHECK-NOT: affine.for
// CHECK: call @as_task
// CHECK: return
func.func @old_values(%A: memref<17xf32>) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %A[%i] : memref<17xf32>
    %1 = affine.load %A[%i + 1] : memref<17xf32>
    %2 = arith.subf %1, %0 : f32
    affine.store %2, %A[%i] : memref<17xf32>
  }
  return
}

// CHECK-LABEL: func.func @integers(
// CHECK-NOT: affine.for
// CHECK: call @as_task
// CHECK: return
func.func @integers(%s: i32, %A: memref<8x16xi32> {llvm.noalias},
                    %B: memref<16x8xi32> {llvm.noalias},
                    %C: memref<8x8xi32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 16 {
        %0 = affine.load %A[%i, %k] : memref<8x16xi32>
        %1 = affine.load %B[%k, %j] : memref<16x8xi32>
        %2 = arith.muli %0, %1 : i32
        %3 = arith.muli %2, %s : i32
        %4 = affine.load %C[%i, %j] : memref<8x8xi32>
        %5 = arith.addi %3, %4 : i32
        affine.store %5, %C[%i, %j] : memref<8x8xi32>
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @difference(
// CHECK-NOT: affine.for
// CHECK: call @as_task
// CHECK: return
func.func @difference(%A: memref<8x16xf64> {llvm.noalias},
                      %x: memref<16xf64> {llvm.noalias},
                      %y: memref<8xf64> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 {
      %0 = affine.load %A[%i, %j] : memref<8x16xf64>
      %1 = affine.load %x[%j] : memref<16xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %y[%i] : memref<8xf64>
      %4 = arith.subf %3, %2 : f64
      affine.store %4, %y[%i] : memref<8xf64>
    }
  }
  return
}

// CHECK-LABEL: func.func @greatest(
// CHECK-NOT: affine.for
// CHECK: call @as_task
// CHECK: return
func.func @greatest(%A: memref<8x16xf32> {llvm.noalias},
                    %m: memref<8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 {
      %0 = affine.load %A[%i, %j] : memref<8x16xf32>
      %1 = affine.load %m[%i] : memref<8xf32>
      %2 = arith.maximumf %1, %0 : f32
      affine.store %2, %m[%i] : memref<8xf32>
    }
  }
  return
}

// Values computed from loop variables.

// CHECK-LABEL: func.func @places(
// CHECK-NOT: affine.for
// CHECK: call @as_task
// CHECK: return
func.func @places(%A: memref<8x16xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 {
      %0 = arith.index_cast %i : index to i32
      %1 = arith.index_cast %j : index to i32
      %2 = arith.muli %0, %1 : i32
      %3 = arith.sitofp %2 : i32 to f32
      %4 = affine.load %A[%i, %j] : memref<8x16xf32>
      %5 = arith.addf %3, %4 : f32
      affine.store %5, %A[%i, %j] : memref<8x16xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @scf_loops(
// CHECK-NOT: scf.for
// CHECK: call @as_task
// CHECK: return
func.func @scf_loops(%A: memref<8x16xf32> {llvm.noalias},
                     %B: memref<8x18xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c16 step %c1 {
      %next = arith.addi %j, %c1 : index
      %0 = memref.load %B[%i, %next] : memref<8x18xf32>
      %1 = memref.load %A[%i, %j] : memref<8x16xf32>
      %2 = arith.mulf %0, %1 : f32
      memref.store %2, %A[%i, %j] : memref<8x16xf32>
    }
  }
  return
}

// A product inside of a loop that stays: its operand is computed by the
// iteration before.

// CHECK-LABEL: func.func @in_time(
// CHECK: affine.for
// CHECK-NOT: affine.for
// CHECK: func.call @as_task
// CHECK: return
func.func @in_time(%A: memref<16x16xf32> {llvm.noalias},
                   %x: memref<9x16xf32> {llvm.noalias}) {
  affine.for %t = 0 to 8 {
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 16 {
        %0 = affine.load %A[%i, %j] : memref<16x16xf32>
        %1 = affine.load %x[%t, %j] : memref<9x16xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = affine.load %x[%t + 1, %i] : memref<9x16xf32>
        %4 = arith.addf %3, %2 : f32
        affine.store %4, %x[%t + 1, %i] : memref<9x16xf32>
      }
    }
  }
  return
}

// Flags against overflow hold for the original order of the sum only.
// PROMISES: func.func @promises(
// CHECK-LABEL: func.func @promises(
// CHECK-NOT: affine.for
// CHECK: call @as_task
// CHECK: return
func.func @promises(%A: memref<8x16xi32> {llvm.noalias},
                    %y: memref<8xi32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 {
      %0 = affine.load %A[%i, %j] : memref<8x16xi32>
      %1 = affine.load %y[%i] : memref<8xi32>
      %2 = arith.addi %1, %0 overflow<nsw> : i32
      affine.store %2, %y[%i] : memref<8xi32>
    }
  }
  return
}

// The image comes before the filter, as in upstream convolutions.

// CHECK: func.func private @[[CONVOLUTION]](%{{.*}}: tensor<20x35xf32>, %{{.*}}: tensor<3x5xf32>, {{.*}}label = "convolution 18x16x3x5
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel", "reduction", "reduction"]
