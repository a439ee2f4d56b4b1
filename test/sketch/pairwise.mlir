// Reductions over pairs of rows and columns that are no products: they are tiled as products
// are, and their values are computed by vectors along the columns.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 4
// RUN: FileCheck %s < %t/sketches
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t.parallel 2 2
// REQUIRES: search

// CHECK: "register_0"
// CHECK: "register_1"

#rows = affine_map<(i, j, k) -> (i, k)>
#columns = affine_map<(i, j, k) -> (k, j)>
#result = affine_map<(i, j, k) -> (i, j)>
#each = affine_map<(i, j) -> (i, j)>

// Sums of absolute differences, and what is computed of them.
func.func @pairs(%a: tensor<37x50xf32>, %b: tensor<50x67xf32>,
                 %p: tensor<48x32xi32>, %q: tensor<32x64xi32>, %c: tensor<48x64xi32>)
    -> (tensor<37x67xf32>, tensor<48x64xi32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<37x67xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<37x67xf32>) -> tensor<37x67xf32>
  %sums = linalg.generic {indexing_maps = [#rows, #columns, #result],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<37x50xf32>, tensor<50x67xf32>) outs(%zeros : tensor<37x67xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %difference = arith.subf %x, %y : f32
    %distance = math.absf %difference : f32
    %sum = arith.addf %out, %distance : f32
    linalg.yield %sum : f32
  } -> tensor<37x67xf32>
  %halves = linalg.generic {indexing_maps = [#each, #each], iterator_types = ["parallel", "parallel"]}
      ins(%sums : tensor<37x67xf32>) outs(%empty : tensor<37x67xf32>) {
  ^bb0(%s: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %h = arith.mulf %s, %half : f32
    linalg.yield %h : f32
  } -> tensor<37x67xf32>

  // The shortest of paths over one more node, into what is there.
  %0 = linalg.generic {indexing_maps = [#rows, #columns, #result],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %q : tensor<48x32xi32>, tensor<32x64xi32>) outs(%c : tensor<48x64xi32>) {
  ^bb0(%x: i32, %y: i32, %out: i32):
    %length = arith.addi %x, %y : i32
    %least = arith.minsi %out, %length : i32
    linalg.yield %least : i32
  } -> tensor<48x64xi32>
  return %halves, %0 : tensor<37x67xf32>, tensor<48x64xi32>
}
