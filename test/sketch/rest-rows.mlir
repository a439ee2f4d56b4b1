// Nothing divides the rows, but whole vectors the columns: the second operand is
// packed before the rows are peeled, so that what is left over of them reads the
// packed one, too. The pad is of its own loops only.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 12
// RUN: FileCheck %s --check-prefix=SKETCHES < %t/sketches
// RUN: FileCheck %s --check-prefix=ONCE < %t/sketches
// REQUIRES: search
// SKETCHES: nofold_flags = [0, 1, 0], padding_dimensions = [1, 2]
// SKETCHES: transform.structured.hoist_pad
// SKETCHES: transform.apply_registered_pass "scf-for-loop-peeling"
// SKETCHES: transform.structured.match ops{["linalg.copy"]}

// Peeled in tile+contract and in tile+pack+contract, and in each once.
// ONCE-COUNT-2: scf-for-loop-peeling
// ONCE-NOT: scf-for-loop-peeling

func.func @rows(%x: tensor<37x24xf32>, %w: tensor<24x64xf32>)
    -> tensor<37x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<37x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<37x64xf32>)
      -> tensor<37x64xf32>
  %products = linalg.matmul
      ins(%x, %w : tensor<37x24xf32>, tensor<24x64xf32>)
      outs(%zeros : tensor<37x64xf32>) -> tensor<37x64xf32>
  return %products : tensor<37x64xf32>
}
