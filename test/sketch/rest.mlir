// Sizes that nothing divides: whole tiles are peeled off, and what is left over
// of rows, columns and both is computed as well.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 4
// RUN: FileCheck %s --check-prefix=SKETCHES < %t/sketches
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t.parallel 2 2
// REQUIRES: search
// SKETCHES: transform.tune.knob<"register_{{[01]}}"> options = [{{.*}}, {{.*}}]
// SKETCHES: transform.apply_registered_pass "scf-for-loop-peeling"

#all = affine_map<(row, column) -> (row, column)>
#column = affine_map<(row, column) -> (column)>

func.func @rest(%x: tensor<37x19xf32>, %w: tensor<19x41xf32>,
                %b: tensor<41xf32>) -> tensor<37x41xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<37x41xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<37x41xf32>)
      -> tensor<37x41xf32>
  %products = linalg.matmul
      ins(%x, %w : tensor<37x19xf32>, tensor<19x41xf32>)
      outs(%zeros : tensor<37x41xf32>) -> tensor<37x41xf32>
  %r = linalg.generic
      {indexing_maps = [#all, #column, #all],
       iterator_types = ["parallel", "parallel"]}
      ins(%products, %b : tensor<37x41xf32>, tensor<41xf32>)
      outs(%empty : tensor<37x41xf32>) {
  ^bb0(%element: f32, %bias: f32, %out: f32):
    %sum = arith.addf %element, %bias : f32
    linalg.yield %sum : f32
  } -> tensor<37x41xf32>
  return %r : tensor<37x41xf32>
}
