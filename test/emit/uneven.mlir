// No divisor of 61 or of 35 keeps two threads busy: each gets a tile of rows of
// the same size, and what is left over comes after, on one thread.

// RUN: sh %S/Inputs/prove.sh %as-opt %as-run %s %t 2 12
// RUN: FileCheck %s --check-prefix=SKETCHES < %t/sketches
// RUN: FileCheck %s --check-prefix=SCHEDULED < %t/scheduled

// SKETCHES: transform.tune.alternatives<"parallel_0">
// SKETCHES: transform.param.constant 60 : i64
// SKETCHES: transform.apply_registered_pass "scf-for-loop-peeling"
// SKETCHES: use_forall

// SCHEDULED: scf.forall
// SCHEDULED: scf.forall.in_parallel
// SCHEDULED-NOT: scf.forall
// SCHEDULED: vector.transfer_write

func.func @rows(%x: tensor<61x200xf32>, %w: tensor<200x35xf32>)
    -> tensor<61x35xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<61x35xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<61x35xf32>)
      -> tensor<61x35xf32>
  %products = linalg.matmul
      ins(%x, %w : tensor<61x200xf32>, tensor<200x35xf32>)
      outs(%zeros : tensor<61x35xf32>) -> tensor<61x35xf32>
  return %products : tensor<61x35xf32>
}
