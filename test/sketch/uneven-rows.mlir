// No divisor of 67 gives two threads something to do: each gets 33 rows, and the
// last one comes after, on one thread.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 2 8
// RUN: FileCheck %s --check-prefix=SKETCHES < %t/sketches
// RUN: %as-opt --autoschedule --emit=scheduled --target=cpu:haswell --trials=0 --threads=2 \
// RUN:   --records=%t/none.db %s 2>/dev/null \
// RUN:   | FileCheck %s --check-prefix=SCHEDULED
// REQUIRES: search
// SKETCHES: transform.tune.alternatives<"parallel_0">
// SKETCHES: transform.param.constant 33 : i64
// SKETCHES: transform.apply_registered_pass "scf-for-loop-peeling"
// SKETCHES: use_forall

// SCHEDULED: scf.forall
// SCHEDULED: scf.forall.in_parallel
// SCHEDULED-NOT: scf.forall
// SCHEDULED: vector.reduction <maximumf>

func.func @maxima(%x: tensor<67x3720xf32>) -> tensor<67xf32> {
  %least = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : tensor<67xf32>
  %init = linalg.fill ins(%least : f32) outs(%empty : tensor<67xf32>)
      -> tensor<67xf32>
  %maxima = linalg.reduce { arith.maximumf }
      ins(%x : tensor<67x3720xf32>) outs(%init : tensor<67xf32>)
      dimensions = [1]
  return %maxima : tensor<67xf32>
}
