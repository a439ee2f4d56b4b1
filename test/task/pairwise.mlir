// What is a pairwise reduction: two inputs, each with a loop of the result for itself, of
// which that of the last loop is contiguous along it, and a body whose order may change.
// RUN: %as-opt --autoschedule --emit=tasks %s | FileCheck %s

#rows = affine_map<(i, j, k) -> (i, k)>
#columns = affine_map<(i, j, k) -> (k, j)>
#turned = affine_map<(i, j, k) -> (j, k)>
#own = affine_map<(i, j, k) -> (k)>
#result = affine_map<(i, j, k) -> (i, j)>

// CHECK: label = "pairwise 6x16x5"
func.func @pairs(%a: tensor<6x5xf32>, %b: tensor<5x16xf32>, %c: tensor<6x16xf32>) -> tensor<6x16xf32> {
  %0 = linalg.generic {indexing_maps = [#rows, #columns, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<6x5xf32>, tensor<5x16xf32>) outs(%c : tensor<6x16xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %d = arith.subf %x, %y : f32
    %r = arith.addf %out, %d : f32
    linalg.yield %r : f32
  } -> tensor<6x16xf32>
  return %0 : tensor<6x16xf32>
}

// The operands in the other order.

// CHECK: label = "pairwise 6x16x7"
func.func @swapped(%a: tensor<7x16xf32>, %b: tensor<6x7xf32>, %c: tensor<6x16xf32>) -> tensor<6x16xf32> {
  %0 = linalg.generic {indexing_maps = [#columns, #rows, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<7x16xf32>, tensor<6x7xf32>) outs(%c : tensor<6x16xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %d = arith.subf %x, %y : f32
    %r = arith.addf %out, %d : f32
    linalg.yield %r : f32
  } -> tensor<6x16xf32>
  return %0 : tensor<6x16xf32>
}

// The columns lie along what is reduced, as the rows do.

// CHECK: label = "rows 6x16x9"
func.func @turned(%a: tensor<6x9xf32>, %b: tensor<16x9xf32>, %c: tensor<6x16xf32>) -> tensor<6x16xf32> {
  %0 = linalg.generic {indexing_maps = [#rows, #turned, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<6x9xf32>, tensor<16x9xf32>) outs(%c : tensor<6x16xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %d = arith.subf %x, %y : f32
    %r = arith.addf %out, %d : f32
    linalg.yield %r : f32
  } -> tensor<6x16xf32>
  return %0 : tensor<6x16xf32>
}

// One row for all results.

// CHECK: label = "rows 6x16x11"
func.func @vector(%a: tensor<11xf32>, %b: tensor<11x16xf32>, %c: tensor<6x16xf32>) -> tensor<6x16xf32> {
  %0 = linalg.generic {indexing_maps = [#own, #columns, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<11xf32>, tensor<11x16xf32>) outs(%c : tensor<6x16xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %d = arith.subf %x, %y : f32
    %r = arith.addf %out, %d : f32
    linalg.yield %r : f32
  } -> tensor<6x16xf32>
  return %0 : tensor<6x16xf32>
}

// A body that takes what is there from what comes: the order can be seen.

// CHECK: label = "rows 6x16x13"
func.func @ordered(%a: tensor<6x13xf32>, %b: tensor<13x16xf32>, %c: tensor<6x16xf32>) -> tensor<6x16xf32> {
  %0 = linalg.generic {indexing_maps = [#rows, #columns, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<6x13xf32>, tensor<13x16xf32>) outs(%c : tensor<6x16xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %d = arith.subf %x, %y : f32
    %r = arith.subf %d, %out : f32
    linalg.yield %r : f32
  } -> tensor<6x16xf32>
  return %0 : tensor<6x16xf32>
}
