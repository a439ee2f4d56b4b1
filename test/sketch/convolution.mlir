// A padded convolution with bias: pad, fill and epilogue are parts of the task.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 2
// RUN: FileCheck %s --check-prefix=TASKS < %t/tasks
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t.parallel 2 1
// RUN: FileCheck %s --check-prefix=PARALLEL < %t.parallel/sketches
// REQUIRES: search
// TASKS-COUNT-1: func.func @convolution({{.*}}as.task =
// TASKS-NOT: func.func
// PARALLEL: transform.structured.fuse {{.*}}use_forall

#image = affine_map<(n, h, w, c) -> (n, h, w, c)>
#channel = affine_map<(n, h, w, c) -> (c)>

func.func @convolution(%x: tensor<1x6x6x4xf32>, %k: tensor<3x3x4x16xf32>,
                       %b: tensor<16xf32>) -> tensor<1x6x6x16xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %w: index, %c: index):
    tensor.yield %zero : f32
  } : tensor<1x6x6x4xf32> to tensor<1x8x8x4xf32>
  %empty = tensor.empty() : tensor<1x6x6x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x6x6x16xf32>)
      -> tensor<1x6x6x16xf32>
  %sums = linalg.conv_2d_nhwc_hwcf
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%padded, %k : tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>)
      outs(%zeros : tensor<1x6x6x16xf32>) -> tensor<1x6x6x16xf32>
  %r = linalg.generic
      {indexing_maps = [#image, #channel, #image],
       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sums, %b : tensor<1x6x6x16xf32>, tensor<16xf32>)
      outs(%empty : tensor<1x6x6x16xf32>) {
  ^bb0(%element: f32, %bias: f32, %out: f32):
    %sum = arith.addf %element, %bias : f32
    linalg.yield %sum : f32
  } -> tensor<1x6x6x16xf32>
  return %r : tensor<1x6x6x16xf32>
}
