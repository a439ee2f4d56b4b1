// A chain of elementwise operations, of extents that no vector divides, becomes
// one task: bias and gelu by way of tanh.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 2
// RUN: FileCheck %s --check-prefix=TASKS < %t/tasks
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t.parallel 2 1
// REQUIRES: search
// TASKS-COUNT-1: func.func @gelu({{.*}}as.task =
// TASKS-NOT: func.func

#all = affine_map<(row, column) -> (row, column)>
#column = affine_map<(row, column) -> (column)>

func.func @gelu(%x: tensor<6x35xf32>, %b: tensor<35xf32>)
    -> tensor<6x35xf32> {
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %scale = arith.constant 0.797884583 : f32
  %empty = tensor.empty() : tensor<6x35xf32>
  %biased = linalg.generic
      {indexing_maps = [#all, #column, #all],
       iterator_types = ["parallel", "parallel"]}
      ins(%x, %b : tensor<6x35xf32>, tensor<35xf32>)
      outs(%empty : tensor<6x35xf32>) {
  ^bb0(%element: f32, %bias: f32, %out: f32):
    %sum = arith.addf %element, %bias : f32
    linalg.yield %sum : f32
  } -> tensor<6x35xf32>
  %r = linalg.generic
      {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%biased : tensor<6x35xf32>) outs(%empty : tensor<6x35xf32>) {
  ^bb0(%element: f32, %out: f32):
    %scaled = arith.mulf %element, %scale : f32
    %tanh = math.tanh %scaled : f32
    %moved = arith.addf %tanh, %one : f32
    %halved = arith.mulf %moved, %half : f32
    %gelu = arith.mulf %halved, %element : f32
    linalg.yield %gelu : f32
  } -> tensor<6x35xf32>
  return %r : tensor<6x35xf32>
}
