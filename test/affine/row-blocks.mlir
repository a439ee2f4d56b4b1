// Several statements that go through one large matrix run on a block of its
// rows before the next, in one loop: it is read from memory once.
// REQUIRES: search
// RUN: %as-opt --autoschedule --emit=tasks %s | FileCheck %s --implicit-check-not=as.row_blocks
// RUN: env AS_PTXAS=none %as-opt --autoschedule --emit=tasks --target=cuda:sm_90 %s | FileCheck %s --check-prefix=GPU --implicit-check-not='to tensor<96x1024xf32>'
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-opt --autoschedule --fp=strict --trials=0 --records=none --progress=none %s -o %t.strict.mlir
// DEFINE: %{name} =
// DEFINE: %{test} = %as-run %t.mlir --entry=%{name} --compare=%s --entry=%{name} --stock --runs=0 \
// DEFINE:   && %as-run %t.strict.mlir --entry=%{name} --compare=%s --entry=%{name} --fp=strict --stock --runs=0 --tolerance=0

// y = A^T (A x): a row of A is needed for y only once its product is known. 64
// rows of 4 KiB divide 1,024.

// CHECK-LABEL: func.func @twice(
// CHECK: affine.for %{{.*}} = 0 to 16 {
// CHECK-NOT: affine.for
// CHECK: tensor.extract_slice %{{.*}} : tensor<1024x1024xf32> to tensor<64x1024xf32>
// CHECK: call @as_task{{.*}}tensor<64x1024xf32>{{.*}} -> tensor<64xf32>
// CHECK: tensor.extract_slice %{{.*}} : tensor<1024x1024xf32> to tensor<64x1024xf32>
// CHECK: call @as_task{{.*}}tensor<64x1024xf32>{{.*}} -> tensor<1024xf32>
// CHECK-NOT: call
// CHECK: return

// REDEFINE: %{name} = twice
// RUN: %{test}
func.func @twice(%A: memref<1024x1024xf32> {llvm.noalias}, %x: memref<1024xf32> {llvm.noalias},
                 %y: memref<1024xf32> {llvm.noalias}, %tmp: memref<1024xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %j = 0 to 1024 {
    affine.store %zero, %y[%j] : memref<1024xf32>
  }
  affine.for %i = 0 to 1024 {
    affine.store %zero, %tmp[%i] : memref<1024xf32>
    affine.for %j = 0 to 1024 {
      %0 = affine.load %tmp[%i] : memref<1024xf32>
      %1 = affine.load %A[%i, %j] : memref<1024x1024xf32>
      %2 = affine.load %x[%j] : memref<1024xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %tmp[%i] : memref<1024xf32>
    }
    affine.for %j = 0 to 1024 {
      %0 = affine.load %y[%j] : memref<1024xf32>
      %1 = affine.load %A[%i, %j] : memref<1024x1024xf32>
      %2 = affine.load %tmp[%i] : memref<1024xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %y[%j] : memref<1024xf32>
    }
  }
  return
}

// Two nests, of which the second goes through the columns in its outer loop.
// 1,031 is a prime: the last block has 71 rows.

// CHECK-LABEL: func.func @of_1031(
// CHECK: call @as_task{{.*}} -> tensor<71xf32>
// CHECK: affine.for %{{.*}} = 0 to 10 {
// CHECK-NOT: affine.for
// CHECK: call @as_task{{.*}} -> tensor<96xf32>
// CHECK: call @as_task{{.*}} -> tensor<1024xf32>
// CHECK: }
// CHECK: call @as_task{{.*}} -> tensor<1024xf32>
// CHECK-NOT: call
// CHECK: return

// GPU-LABEL: func.func @of_1031(
// GPU: call @as_task{{.*}} -> tensor<1031xf32>
// GPU: call @as_task{{.*}} -> tensor<1024xf32>
// GPU: return

// REDEFINE: %{name} = of_1031
// RUN: %{test}
func.func @of_1031(%A: memref<1031x1024xf32> {llvm.noalias}, %p: memref<1024xf32> {llvm.noalias},
                   %q: memref<1031xf32> {llvm.noalias}, %r: memref<1031xf32> {llvm.noalias},
                   %s: memref<1024xf32> {llvm.noalias}) {
  affine.for %i = 0 to 1031 {
    affine.for %j = 0 to 1024 {
      %0 = affine.load %q[%i] : memref<1031xf32>
      %1 = affine.load %A[%i, %j] : memref<1031x1024xf32>
      %2 = affine.load %p[%j] : memref<1024xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %q[%i] : memref<1031xf32>
    }
  }
  affine.for %j = 0 to 1024 {
    affine.for %i = 0 to 1031 {
      %0 = affine.load %s[%j] : memref<1024xf32>
      %1 = affine.load %A[%i, %j] : memref<1031x1024xf32>
      %2 = affine.load %r[%i] : memref<1031xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %s[%j] : memref<1024xf32>
    }
  }
  return
}

// The matrix is updated before, in its place: the block is in memory when the
// product reads it, and no part of it is copied. x, which a second product
// needs, is known only when all rows were read.

// CHECK-LABEL: func.func @updated(
// CHECK-SAME: %[[A:[a-z0-9]+]]:
// CHECK: affine.for %{{.*}} = 0 to 16 {
// CHECK-NOT: affine.for
// CHECK: call @as_task{{.*}} -> tensor<64x1024xf32>
// CHECK: materialize_in_destination %{{.*}} in restrict writable %[[A]] :
// CHECK: call @as_task{{.*}} -> tensor<1024xf32>
// CHECK: }
// CHECK-NOT: affine.for
// CHECK: call @as_task{{.*}} -> tensor<1024xf32>
// CHECK: return

// REDEFINE: %{name} = updated
// RUN: %{test}
func.func @updated(%A: memref<1024x1024xf32> {llvm.noalias}, %u: memref<1024xf32> {llvm.noalias},
                   %v: memref<1024xf32> {llvm.noalias}, %x: memref<1024xf32> {llvm.noalias},
                   %y: memref<1024xf32> {llvm.noalias}, %w: memref<1024xf32> {llvm.noalias}) {
  affine.for %i = 0 to 1024 {
    affine.for %j = 0 to 1024 {
      %0 = affine.load %A[%i, %j] : memref<1024x1024xf32>
      %1 = affine.load %u[%i] : memref<1024xf32>
      %2 = affine.load %v[%j] : memref<1024xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %A[%i, %j] : memref<1024x1024xf32>
    }
  }
  affine.for %i = 0 to 1024 {
    affine.for %j = 0 to 1024 {
      %0 = affine.load %x[%i] : memref<1024xf32>
      %1 = affine.load %A[%j, %i] : memref<1024x1024xf32>
      %2 = affine.load %y[%j] : memref<1024xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %x[%i] : memref<1024xf32>
    }
  }
  affine.for %i = 0 to 1024 {
    affine.for %j = 0 to 1024 {
      %0 = affine.load %w[%i] : memref<1024xf32>
      %1 = affine.load %A[%i, %j] : memref<1024x1024xf32>
      %2 = affine.load %x[%j] : memref<1024xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %w[%i] : memref<1024xf32>
    }
  }
  return
}

// Loops that begin elsewhere, and rows in the middle of an array: the same rows.

// CHECK-LABEL: func.func @shifted(
// CHECK: affine.for %{{.*}} = 0 to 16 {
// CHECK-NOT: affine.for
// CHECK: call @as_task{{.*}} -> tensor<64xf32>
// CHECK: call @as_task{{.*}} -> tensor<1024xf32>
// CHECK-NOT: call
// CHECK: return

// REDEFINE: %{name} = shifted
// RUN: %{test}
func.func @shifted(%A: memref<1040x1024xf32> {llvm.noalias}, %p: memref<1024xf32> {llvm.noalias},
                   %q: memref<1024xf32> {llvm.noalias}, %r: memref<1040xf32> {llvm.noalias},
                   %s: memref<1024xf32> {llvm.noalias}) {
  affine.for %i = 0 to 1024 {
    affine.for %j = 0 to 1024 {
      %0 = affine.load %q[%i] : memref<1024xf32>
      %1 = affine.load %A[%i + 9, %j] : memref<1040x1024xf32>
      %2 = affine.load %p[%j] : memref<1024xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %q[%i] : memref<1024xf32>
    }
  }
  affine.for %i = 9 to 1033 {
    affine.for %j = 0 to 1024 {
      %0 = affine.load %s[%j] : memref<1024xf32>
      %1 = affine.load %A[%i, %j] : memref<1040x1024xf32>
      %2 = affine.load %r[%i] : memref<1040xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %s[%j] : memref<1024xf32>
    }
  }
  return
}

// The first product reads all of y for each row, and the second changes y: no
// row can be done with before all rows of the first are.

// CHECK-LABEL: func.func @apart(
// CHECK-NOT: affine.for
// CHECK: return

// REDEFINE: %{name} = apart
// RUN: %{test}
func.func @apart(%A: memref<1024x1024xf32> {llvm.noalias}, %t: memref<1024xf32> {llvm.noalias},
                 %y: memref<1024xf32> {llvm.noalias}, %z: memref<1024xf32> {llvm.noalias}) {
  affine.for %i = 0 to 1024 {
    affine.for %j = 0 to 1024 {
      %0 = affine.load %t[%i] : memref<1024xf32>
      %1 = affine.load %A[%i, %j] : memref<1024x1024xf32>
      %2 = affine.load %y[%j] : memref<1024xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %t[%i] : memref<1024xf32>
    }
  }
  affine.for %i = 0 to 1024 {
    affine.for %j = 0 to 1024 {
      %0 = affine.load %y[%j] : memref<1024xf32>
      %1 = affine.load %A[%i, %j] : memref<1024x1024xf32>
      %2 = affine.load %z[%i] : memref<1024xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %y[%j] : memref<1024xf32>
    }
  }
  return
}

// Operations on memrefs are loops, and may be given arrays that overlap.

// CHECK-LABEL: func.func @operations(
// CHECK: scf.if
// CHECK: affine.for %{{.*}} = 0 to 16 {
// CHECK-NOT: affine.for
// CHECK: call @as_task{{.*}} -> tensor<64xf32>
// CHECK: call @as_task{{.*}} -> tensor<1024xf32>
// CHECK: } else {
// CHECK: return

// REDEFINE: %{name} = operations
// RUN: %{test}
func.func @operations(%A: memref<1024x1024xf32>, %x: memref<1024xf32>, %t: memref<1024xf32>,
                      %y: memref<1024xf32>) {
  linalg.matvec ins(%A, %x : memref<1024x1024xf32>, memref<1024xf32>) outs(%t : memref<1024xf32>)
  linalg.vecmat ins(%t, %A : memref<1024xf32>, memref<1024x1024xf32>) outs(%y : memref<1024xf32>)
  return
}

// A matrix of less than 4 MiB stays in a cache between the two.

// CHECK-LABEL: func.func @small(
// CHECK-NOT: affine.for
// CHECK: call @as_task{{.*}} -> tensor<1023xf32>
// CHECK: call @as_task{{.*}} -> tensor<1024xf32>
// CHECK: return
func.func @small(%A: memref<1023x1024xf32> {llvm.noalias}, %x: memref<1024xf32> {llvm.noalias},
                 %y: memref<1023xf32> {llvm.noalias}, %z: memref<1024xf32> {llvm.noalias}) {
  affine.for %i = 0 to 1023 {
    affine.for %j = 0 to 1024 {
      %0 = affine.load %y[%i] : memref<1023xf32>
      %1 = affine.load %A[%i, %j] : memref<1023x1024xf32>
      %2 = affine.load %x[%j] : memref<1024xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %y[%i] : memref<1023xf32>
    }
  }
  affine.for %i = 0 to 1023 {
    affine.for %j = 0 to 1024 {
      %0 = affine.load %z[%j] : memref<1024xf32>
      %1 = affine.load %A[%i, %j] : memref<1023x1024xf32>
      %2 = affine.load %y[%i] : memref<1023xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %z[%j] : memref<1024xf32>
    }
  }
  return
}

// Sums of all elements are no products with a vector: they stay whole.

// CHECK-LABEL: func.func @statistics(
// CHECK-NOT: affine.for
// CHECK: return
func.func @statistics(%A: memref<1024x1024xf32> {llvm.noalias}, %low: memref<1024xf32> {llvm.noalias},
                      %high: memref<1024xf32> {llvm.noalias}) {
  affine.for %i = 0 to 1024 {
    affine.for %j = 0 to 1024 {
      %0 = affine.load %A[%i, %j] : memref<1024x1024xf32>
      %1 = affine.load %low[%i] : memref<1024xf32>
      %2 = arith.minimumf %1, %0 : f32
      affine.store %2, %low[%i] : memref<1024xf32>
      %3 = affine.load %high[%i] : memref<1024xf32>
      %4 = arith.maximumf %3, %0 : f32
      affine.store %4, %high[%i] : memref<1024xf32>
    }
  }
  return
}
