// No divisor of 251 or of 131 keeps two threads busy: each gets a tile of rows of
// the same size, and what is left over comes after, on one thread. Which schedule
// is the fastest depends on what else the machine does; which one the estimate
// finds best does not.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 2 12
// RUN: FileCheck %s --check-prefix=SKETCHES < %t/sketches
// RUN: %as-opt --autoschedule --emit=scheduled --trials=0 --threads=2 \
// RUN:   --records=%t/none.db %s 2>/dev/null \
// RUN:   | FileCheck %s --check-prefix=SCHEDULED
// REQUIRES: search
// SKETCHES: transform.tune.alternatives<"parallel_0">
// SKETCHES: transform.param.constant 250 : i64
// SKETCHES: transform.apply_registered_pass "scf-for-loop-peeling"
// SKETCHES: use_forall

// SCHEDULED: scf.forall
// SCHEDULED: scf.forall.in_parallel
// SCHEDULED-NOT: scf.forall
// SCHEDULED: vector.transfer_write

func.func @rows(%x: tensor<251x200xf32>, %w: tensor<200x131xf32>)
    -> tensor<251x131xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<251x131xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<251x131xf32>)
      -> tensor<251x131xf32>
  %products = linalg.matmul
      ins(%x, %w : tensor<251x200xf32>, tensor<200x131xf32>)
      outs(%zeros : tensor<251x131xf32>) -> tensor<251x131xf32>
  return %products : tensor<251x131xf32>
}
