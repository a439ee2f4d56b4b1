// Reductions over triangles are tiled: full tiles are products, and partial
// ones are computed as full boxes if possible.
// REQUIRES: search
// RUN: %as-opt --autoschedule --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=2 --records=none --progress=none %s -o %t.mlir
// RUN: %as-opt --autoschedule --fp=strict --trials=0 --records=none --progress=none %s -o %t.strict.mlir
// DEFINE: %{name} =
// DEFINE: %{test} = %as-run %t.mlir --entry=%{name} --compare=%s --entry=%{name} --stock --runs=0 \
// DEFINE:   && %as-run %t.strict.mlir --entry=%{name} --compare=%s --entry=%{name} --fp=strict --stock --runs=0 --tolerance=0

// Tiles of 32 divide 96. Each call adds to a tile of C.

// CHECK-LABEL: func.func @syrk(
// CHECK: %[[SQUARE:.*]] = memref.alloca() : memref<32x32xf64>
// CHECK: affine.for %[[I:.*]] = 0 to 3 {
// CHECK: call @as_task
// CHECK: materialize_in_destination %{{.*}} in restrict writable %[[SQUARE]]
// CHECK: affine.for %[[X:.*]] = 0 to 32
// CHECK-NEXT: affine.for %[[Y:.*]] = 0 to {{.*}}(%[[X]])
// CHECK-NEXT: memref.load %[[SQUARE]][%[[X]], %[[Y]]]
// CHECK-NEXT: affine.store
// CHECK: affine.for %[[I:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to {{.*}}(%[[I]]) {
// CHECK-NOT: affine.for
// CHECK: call @as_task{{.*}} -> tensor<32x32xf64>
// CHECK: return

// REDEFINE: %{name} = syrk
// RUN: %{test}
func.func @syrk(%C: memref<96x96xf64> {llvm.noalias}, %A: memref<96x24xf64> {llvm.noalias}) {
  affine.for %i = 0 to 96 {
    affine.for %k = 0 to 24 {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %0 = affine.load %C[%i, %j] : memref<96x96xf64>
        %1 = affine.load %A[%i, %k] : memref<96x24xf64>
        %2 = affine.load %A[%j, %k] : memref<96x24xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %C[%i, %j] : memref<96x96xf64>
      }
    }
  }
  return
}

// 79 is a prime: the last tiles have another shape. A sum of two products
// becomes two products.

// CHECK-LABEL: func.func @syr2k_of_79(
// CHECK-DAG: memref.alloca() : memref<32x32xf64>
// CHECK-DAG: memref.alloca() : memref<15x14xf64>
// CHECK: call @as_task{{.*}} -> tensor<32x32xf64>
// CHECK: call @as_task{{.*}} -> tensor<32x32xf64>
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK: call @as_task{{.*}} -> tensor<32x32xf64>
// CHECK: call @as_task{{.*}} -> tensor<32x32xf64>
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK: call @as_task{{.*}} -> tensor<15x32xf64>
// CHECK: call @as_task{{.*}} -> tensor<15x32xf64>
// CHECK: return

// REDEFINE: %{name} = syr2k_of_79
// RUN: %{test}
func.func @syr2k_of_79(%C: memref<79x79xf64> {llvm.noalias}, %A: memref<79x20xf64> {llvm.noalias},
                       %B: memref<79x20xf64> {llvm.noalias}) {
  affine.for %i = 0 to 79 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to 20 {
        %0 = affine.load %C[%i, %j] : memref<79x79xf64>
        %1 = affine.load %A[%i, %k] : memref<79x20xf64>
        %2 = affine.load %B[%j, %k] : memref<79x20xf64>
        %3 = affine.load %B[%i, %k] : memref<79x20xf64>
        %4 = affine.load %A[%j, %k] : memref<79x20xf64>
        %5 = arith.mulf %1, %2 : f64
        %6 = arith.mulf %3, %4 : f64
        %7 = arith.addf %5, %6 : f64
        %8 = arith.addf %0, %7 : f64
        affine.store %8, %C[%i, %j] : memref<79x79xf64>
      }
    }
  }
  return
}

// Tiles of 96, and partial ones again by 32.

// CHECK-LABEL: func.func @syrk_of_two_sizes(
// CHECK: memref.alloca() : memref<32x32xf64>
// CHECK: affine.for %[[I:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %[[EDGE:.*]] = {{.*}}(%[[I]]) to {{.*}}(%[[I]]) {
// CHECK: call @as_task{{.*}} -> tensor<32x32xf64>
// CHECK: affine.for %[[I:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %[[EDGE:.*]] = {{.*}}(%[[I]]) to {{.*}}(%[[I]]) {
// CHECK-NEXT: affine.for %{{.*}} = {{.*}}(%[[I]]) to {{.*}}(%[[EDGE]]) {
// CHECK: call @as_task{{.*}} -> tensor<32x32xf64>
// CHECK: affine.for %[[I:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to {{.*}}(%[[I]]) {
// CHECK-NOT: affine.for
// CHECK: call @as_task{{.*}} -> tensor<96x96xf64>
// CHECK: return

// REDEFINE: %{name} = syrk_of_two_sizes
// RUN: %{test}
func.func @syrk_of_two_sizes(%C: memref<288x288xf64> {llvm.noalias}, %A: memref<288x8xf64> {llvm.noalias}) {
  affine.for %i = 0 to 288 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.for %k = 0 to 8 {
        %0 = affine.load %C[%i, %j] : memref<288x288xf64>
        %1 = affine.load %A[%i, %k] : memref<288x8xf64>
        %2 = affine.load %A[%j, %k] : memref<288x8xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %C[%i, %j] : memref<288x288xf64>
      }
    }
  }
  return
}

// It reads rows below, which get their new values later. So the partial tiles
// come first, and stay loops because of their reduction bounds.

// The rows are contiguous, so the loop along them is innermost.

// CHECK-LABEL: func.func @old_rows(
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK-NOT: call
// CHECK: affine.for %{{.*}} = {{.*}} to 32 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 40 {
// CHECK: affine.store
// CHECK: affine.for %{{.*}} = {{.*}}(%[[I]]) to
// CHECK: call @as_task
// CHECK: return

// REDEFINE: %{name} = old_rows
// RUN: %{test}
func.func @old_rows(%A: memref<96x96xf64> {llvm.noalias}, %B: memref<96x40xf64> {llvm.noalias}) {
  affine.for %i = 0 to 96 {
    affine.for %j = 0 to 40 {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to 96 {
        %0 = affine.load %B[%i, %j] : memref<96x40xf64>
        %1 = affine.load %A[%k, %i] : memref<96x96xf64>
        %2 = affine.load %B[%k, %j] : memref<96x40xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %B[%i, %j] : memref<96x40xf64>
      }
    }
  }
  return
}

// With three tile sizes, each of which has its own order of partial and full
// tiles: the less is left to loops, the better.

// CHECK-LABEL: func.func @old_rows_of_three_sizes(
// CHECK: affine.for %[[I:.*]] = 0 to 3 {
// CHECK: affine.for %[[EDGE:.*]] = {{.*}}(%[[I]]) to {{.*}}(%[[I]]) {
// CHECK: affine.for %[[FINE:.*]] = {{.*}}(%[[EDGE]]) to {{.*}}(%[[EDGE]]) {
// CHECK: affine.store
// CHECK: affine.for %{{.*}} = {{.*}}(%[[FINE]]) to {{.*}}(%[[EDGE]]) {
// CHECK: call @as_task{{.*}}tensor<8x8xf64>
// CHECK: affine.for %{{.*}} = {{.*}}(%[[EDGE]]) to {{.*}}(%[[I]]) {
// CHECK: call @as_task{{.*}}tensor<32x32xf64>
// CHECK: affine.for %{{.*}} = {{.*}}(%[[I]]) to 3 {
// CHECK: call @as_task{{.*}}tensor<96x96xf64>
// CHECK: return

// REDEFINE: %{name} = old_rows_of_three_sizes
// RUN: %{test}
func.func @old_rows_of_three_sizes(%A: memref<288x288xf64> {llvm.noalias}, %B: memref<288x8xf64> {llvm.noalias}) {
  affine.for %i = 0 to 288 {
    affine.for %j = 0 to 8 {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to 288 {
        %0 = affine.load %B[%i, %j] : memref<288x8xf64>
        %1 = affine.load %A[%k, %i] : memref<288x288xf64>
        %2 = affine.load %B[%k, %j] : memref<288x8xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %B[%i, %j] : memref<288x8xf64>
      }
    }
  }
  return
}

// The other way round it reads new values: a recurrence.

// CHECK-LABEL: func.func @new_rows(
// CHECK-NOT: tensor<
// CHECK: return

// REDEFINE: %{name} = new_rows
// RUN: %{test}
func.func @new_rows(%A: memref<96x96xf64> {llvm.noalias}, %B: memref<96x40xf64> {llvm.noalias}) {
  %small = arith.constant 0.001 : f64
  affine.for %i = 0 to 96 {
    affine.for %j = 0 to 40 {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %0 = affine.load %B[%i, %j] : memref<96x40xf64>
        %1 = affine.load %A[%k, %i] : memref<96x96xf64>
        %2 = affine.load %B[%k, %j] : memref<96x40xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.mulf %3, %small : f64
        %5 = arith.addf %0, %4 : f64
        affine.store %5, %B[%i, %j] : memref<96x40xf64>
      }
    }
  }
  return
}

// Sums run along k, so the partial tile on the diagonal comes last.

// CHECK-LABEL: func.func @lower_times_rows(
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK: affine.for %{{.*}} = 0 to {{.*}}(%[[I]]) {
// CHECK-NOT: affine.for
// CHECK: call @as_task{{.*}} -> tensor<32x40xf64>
// CHECK: call @as_task{{.*}} -> ()
// CHECK: return

// REDEFINE: %{name} = lower_times_rows
// RUN: %{test}
func.func @lower_times_rows(%A: memref<96x96xf64> {llvm.noalias}, %B: memref<96x40xf64> {llvm.noalias},
                            %C: memref<96x40xf64> {llvm.noalias}) {
  affine.for %i = 0 to 96 {
    affine.for %j = 0 to 40 {
      affine.for %k = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %0 = affine.load %C[%i, %j] : memref<96x40xf64>
        %1 = affine.load %A[%i, %k] : memref<96x96xf64>
        %2 = affine.load %B[%k, %j] : memref<96x40xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %C[%i, %j] : memref<96x40xf64>
      }
    }
  }
  return
}

// Too small for tiles: one box.

// CHECK-LABEL: func.func @one_square(
// CHECK: memref.alloca() : memref<40x40xf64>
// CHECK: call @as_task
// CHECK: return

// REDEFINE: %{name} = one_square
// RUN: %{test}
func.func @one_square(%C: memref<40x40xf64> {llvm.noalias}, %A: memref<40x24xf64> {llvm.noalias}) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.for %k = 0 to 24 {
        %0 = affine.load %C[%i, %j] : memref<40x40xf64>
        %1 = affine.load %A[%i, %k] : memref<40x24xf64>
        %2 = affine.load %A[%j, %k] : memref<40x24xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %C[%i, %j] : memref<40x40xf64>
      }
    }
  }
  return
}

// The full box would read rows of A that do not exist.

// CHECK-LABEL: func.func @no_such_rows(
// CHECK-NOT: tensor<
// CHECK: return

// REDEFINE: %{name} = no_such_rows
// RUN: %{test}
func.func @no_such_rows(%C: memref<40x40xf64> {llvm.noalias}, %A: memref<40x24xf64> {llvm.noalias}) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to affine_map<(d0) -> (-d0 + 40)>(%i) {
      affine.for %k = 0 to 24 {
        %0 = affine.load %C[%i, %j] : memref<40x40xf64>
        %1 = affine.load %A[%i + %j, %k] : memref<40x24xf64>
        %2 = affine.load %A[%j, %k] : memref<40x24xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %C[%i, %j] : memref<40x40xf64>
      }
    }
  }
  return
}

// Where the outer loop begins nothing is summed, so nothing may be stored.

// CHECK-LABEL: func.func @not_at_first(
// CHECK-NOT: tensor<
// CHECK: return

// REDEFINE: %{name} = not_at_first
// RUN: %{test}
func.func @not_at_first(%C: memref<40x40xf64> {llvm.noalias}, %A: memref<3x24x40xf64> {llvm.noalias}) {
  affine.for %x = 0 to 3 {
    affine.for %k = max affine_map<(d0) -> (0, -24 * d0 + 24)>(%x) to 24 {
      affine.for %i = 0 to 40 {
        affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
          %0 = affine.load %C[%i, %j] : memref<40x40xf64>
          %1 = affine.load %A[%x, %k, %i] : memref<3x24x40xf64>
          %2 = affine.load %A[%x, %k, %j] : memref<3x24x40xf64>
          %3 = arith.mulf %1, %2 : f64
          %4 = arith.addf %0, %3 : f64
          affine.store %4, %C[%i, %j] : memref<40x40xf64>
        }
      }
    }
  }
  return
}

// Of a narrow band, nearly the whole box would be wasted.

// CHECK-LABEL: func.func @narrow_band(
// CHECK-NOT: tensor<
// CHECK: return

// REDEFINE: %{name} = narrow_band
// RUN: %{test}
func.func @narrow_band(%C: memref<96x98xf64> {llvm.noalias}, %A: memref<98x24xf64> {llvm.noalias}) {
  affine.for %i = 0 to 96 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 3)>(%i) {
      affine.for %k = 0 to 24 {
        %0 = affine.load %C[%i, %j] : memref<96x98xf64>
        %1 = affine.load %A[%i, %k] : memref<98x24xf64>
        %2 = affine.load %A[%j, %k] : memref<98x24xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %C[%i, %j] : memref<96x98xf64>
      }
    }
  }
  return
}

// Three loops whose bounds depend on each other: full tiles that later ones read are
// separate, because their result is stored elsewhere than it starts from.

// CHECK-LABEL: func.func @three_corners(
// CHECK: call @as_task
// CHECK: return

// REDEFINE: %{name} = three_corners
// RUN: %{test}
func.func @three_corners(%C: memref<80x80xf64> {llvm.noalias}, %X: memref<80x80xf64> {llvm.noalias}) {
  affine.for %j = 0 to 71 {
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%j) to 71 {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to 71 {
        %0 = affine.load %C[%i, %j] : memref<80x80xf64>
        %1 = affine.load %X[%k, %i] : memref<80x80xf64>
        %2 = affine.load %X[%k, %j] : memref<80x80xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %C[%i, %j] : memref<80x80xf64>
      }
    }
  }
  return
}

// Arrays that may overlap: tiles if they do not, the original loops if they do.

// CHECK-LABEL: func.func @may_overlap(
// CHECK: scf.if
// CHECK: call @as_task
// CHECK: } else {
// CHECK-NOT: call @as_task
// CHECK: affine.for %{{.*}} = 0 to 96 {
// CHECK: return

// REDEFINE: %{name} = may_overlap
// RUN: %{test}
func.func @may_overlap(%C: memref<96x96xf64>, %A: memref<96x24xf64>) {
  affine.for %i = 0 to 96 {
    affine.for %k = 0 to 24 {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %0 = affine.load %C[%i, %j] : memref<96x96xf64>
        %1 = affine.load %A[%i, %k] : memref<96x24xf64>
        %2 = affine.load %A[%j, %k] : memref<96x24xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %C[%i, %j] : memref<96x96xf64>
      }
    }
  }
  return
}
