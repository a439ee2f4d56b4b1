// Nothing divides the lanes: the packed operand is padded to whole tiles, and so
// are the accumulators of the remainders, of which only a part is loaded and
// stored. What goes on with the product is computed by single vectors there.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 8
// RUN: FileCheck %s --check-prefix=SKETCHES < %t/sketches
// RUN: %as-opt --autoschedule --strategy=random --trials=24 --records=none %s -o %t.mlir 2> %t.log
// RUN: FileCheck %s --check-prefix=TRIALS < %t.log
// REQUIRES: search
// Packed before it is peeled.
// SKETCHES: nofold_flags = [0, 1, 0], padding_dimensions = [1, 2], padding_values = [0.000000e+00 : f32, 0.000000e+00 : f32, 1.000000e+00 : f32]
// SKETCHES: transform.structured.hoist_pad
// SKETCHES: transform.apply_registered_pass "scf-for-loop-peeling"
// SKETCHES: match ops{["tensor.pad"]} attributes {nofold}
// SKETCHES: apply_patterns.linalg.pad_vectorization

// Whatever the sizes, it computes the same.
// TRIALS: trials {{[1-9][0-9]*}} of {{[0-9]+}}, errors 0

#all = affine_map<(row, column) -> (row, column)>
#column = affine_map<(row, column) -> (column)>

func.func @lanes(%x: tensor<37x24xf32>, %w: tensor<24x75xf32>,
                 %b: tensor<75xf32>) -> tensor<37x75xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<37x75xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<37x75xf32>)
      -> tensor<37x75xf32>
  %products = linalg.matmul
      ins(%x, %w : tensor<37x24xf32>, tensor<24x75xf32>)
      outs(%zeros : tensor<37x75xf32>) -> tensor<37x75xf32>
  %r = linalg.generic
      {indexing_maps = [#all, #column, #all],
       iterator_types = ["parallel", "parallel"]}
      ins(%products, %b : tensor<37x75xf32>, tensor<75xf32>)
      outs(%empty : tensor<37x75xf32>) {
  ^bb0(%element: f32, %bias: f32, %out: f32):
    %sum = arith.addf %element, %bias : f32
    linalg.yield %sum : f32
  } -> tensor<37x75xf32>
  return %r : tensor<37x75xf32>
}
