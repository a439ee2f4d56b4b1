// Two reductions and two elementwise operations over the same rows: one task.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 2
// RUN: FileCheck %s --check-prefix=TASKS < %t/tasks
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t.parallel 2 1
// REQUIRES: search
// TASKS-COUNT-1: func.func @softmax({{.*}}as.task =
// TASKS-NOT: func.func

#all = affine_map<(row, column) -> (row, column)>
#row = affine_map<(row, column) -> (row)>

func.func @softmax(%x: tensor<6x40xf32>) -> tensor<6x40xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %rows = tensor.empty() : tensor<6xf32>
  %empty = tensor.empty() : tensor<6x40xf32>
  %lows = linalg.fill ins(%lowest : f32) outs(%rows : tensor<6xf32>)
      -> tensor<6xf32>
  %largest = linalg.generic
      {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<6x40xf32>) outs(%lows : tensor<6xf32>) {
  ^bb0(%element: f32, %so_far: f32):
    %larger = arith.maximumf %element, %so_far : f32
    linalg.yield %larger : f32
  } -> tensor<6xf32>
  %powers = linalg.generic
      {indexing_maps = [#all, #row, #all],
       iterator_types = ["parallel", "parallel"]}
      ins(%x, %largest : tensor<6x40xf32>, tensor<6xf32>)
      outs(%empty : tensor<6x40xf32>) {
  ^bb0(%element: f32, %m: f32, %out: f32):
    %difference = arith.subf %element, %m : f32
    %power = math.exp %difference : f32
    linalg.yield %power : f32
  } -> tensor<6x40xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<6xf32>)
      -> tensor<6xf32>
  %sums = linalg.generic
      {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%powers : tensor<6x40xf32>) outs(%zeros : tensor<6xf32>) {
  ^bb0(%element: f32, %so_far: f32):
    %sum = arith.addf %element, %so_far : f32
    linalg.yield %sum : f32
  } -> tensor<6xf32>
  %r = linalg.generic
      {indexing_maps = [#all, #row, #all],
       iterator_types = ["parallel", "parallel"]}
      ins(%powers, %sums : tensor<6x40xf32>, tensor<6xf32>)
      outs(%empty : tensor<6x40xf32>) {
  ^bb0(%element: f32, %sum: f32, %out: f32):
    %quotient = arith.divf %element, %sum : f32
    linalg.yield %quotient : f32
  } -> tensor<6x40xf32>
  return %r : tensor<6x40xf32>
}
