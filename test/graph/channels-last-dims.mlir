// Two programs on images of dynamic size that are to be computed with the channels
// last. One has the size of each image from the image before it, which is no reason
// to transpose that. The other transposes an image with the channels last whose size
// is known, to one whose size is not: that is another type, so that it is
// transposed once more.

// RUN: %as-opt --autoschedule --trials=0 --kernels-per-task=1 --records=none --progress=none --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --kernels-per-task=1 --records=none --progress=none %s -o %t.mlir 2>&1 | not grep "not rewritten"
// RUN: %as-run %t.mlir --compare=%s --entry=sized --sizes=n=0,3 --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --compare=%s --entry=retyped --sizes=n=2 --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: results: equal

// CHECK-LABEL: func.func @sized(
// CHECK-NOT: nchw
// CHECK: linalg.conv_2d_nhwc_hwcf

#in = affine_map<(n, c, h, w) -> (n, h, w, c)>
#all = affine_map<(n, c, h, w) -> (n, c, h, w)>

func.func @sized(%x: tensor<?x4x8x8xf32> {as.sizes = ["n"]},
                 %w: tensor<4x4x3x3xf32> {as.constant}) -> tensor<?x4x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4x8x8xf32>
  %e0 = tensor.empty(%n) : tensor<?x4x8x8xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %p0 = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x4x8x8xf32> to tensor<?x4x10x10xf32>
  %q0 = linalg.conv_2d_nchw_fchw ins(%p0, %w : tensor<?x4x10x10xf32>, tensor<4x4x3x3xf32>)
      outs(%f0 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %n1 = tensor.dim %q0, %c0 : tensor<?x4x8x8xf32>
  %e1 = tensor.empty(%n1) : tensor<?x4x8x8xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %p1 = tensor.pad %q0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x4x8x8xf32> to tensor<?x4x10x10xf32>
  %q1 = linalg.conv_2d_nchw_fchw ins(%p1, %w : tensor<?x4x10x10xf32>, tensor<4x4x3x3xf32>)
      outs(%f1 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %n2 = tensor.dim %q1, %c0 : tensor<?x4x8x8xf32>
  %e2 = tensor.empty(%n2) : tensor<?x4x8x8xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %p2 = tensor.pad %q1 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x4x8x8xf32> to tensor<?x4x10x10xf32>
  %q2 = linalg.conv_2d_nchw_fchw ins(%p2, %w : tensor<?x4x10x10xf32>, tensor<4x4x3x3xf32>)
      outs(%f2 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %n3 = tensor.dim %q2, %c0 : tensor<?x4x8x8xf32>
  %e3 = tensor.empty(%n3) : tensor<?x4x8x8xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %p3 = tensor.pad %q2 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x4x8x8xf32> to tensor<?x4x10x10xf32>
  %q3 = linalg.conv_2d_nchw_fchw ins(%p3, %w : tensor<?x4x10x10xf32>, tensor<4x4x3x3xf32>)
      outs(%f3 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %n4 = tensor.dim %q3, %c0 : tensor<?x4x8x8xf32>
  %e4 = tensor.empty(%n4) : tensor<?x4x8x8xf32>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %p4 = tensor.pad %q3 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x4x8x8xf32> to tensor<?x4x10x10xf32>
  %q4 = linalg.conv_2d_nchw_fchw ins(%p4, %w : tensor<?x4x10x10xf32>, tensor<4x4x3x3xf32>)
      outs(%f4 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %n5 = tensor.dim %q4, %c0 : tensor<?x4x8x8xf32>
  %e5 = tensor.empty(%n5) : tensor<?x4x8x8xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %p5 = tensor.pad %q4 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x4x8x8xf32> to tensor<?x4x10x10xf32>
  %q5 = linalg.conv_2d_nchw_fchw ins(%p5, %w : tensor<?x4x10x10xf32>, tensor<4x4x3x3xf32>)
      outs(%f5 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  return %q5 : tensor<?x4x8x8xf32>
}

func.func @retyped(%x: tensor<2x8x8x4xf32>, %y: tensor<?x4x8x8xf32> {as.sizes = ["n"]},
                   %w: tensor<4x4x3x3xf32> {as.constant}) -> tensor<?x4x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %y, %c0 : tensor<?x4x8x8xf32>
  %e = tensor.empty(%n) : tensor<?x4x8x8xf32>
  %t = linalg.generic {indexing_maps = [#in, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<2x8x8x4xf32>) outs(%e : tensor<?x4x8x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<?x4x8x8xf32>
  %e0 = tensor.empty(%n) : tensor<?x4x8x8xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %p0 = tensor.pad %t low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x4x8x8xf32> to tensor<?x4x10x10xf32>
  %q0 = linalg.conv_2d_nchw_fchw ins(%p0, %w : tensor<?x4x10x10xf32>, tensor<4x4x3x3xf32>)
      outs(%f0 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %e1 = tensor.empty(%n) : tensor<?x4x8x8xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %p1 = tensor.pad %q0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x4x8x8xf32> to tensor<?x4x10x10xf32>
  %q1 = linalg.conv_2d_nchw_fchw ins(%p1, %w : tensor<?x4x10x10xf32>, tensor<4x4x3x3xf32>)
      outs(%f1 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %e2 = tensor.empty(%n) : tensor<?x4x8x8xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %p2 = tensor.pad %q1 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x4x8x8xf32> to tensor<?x4x10x10xf32>
  %q2 = linalg.conv_2d_nchw_fchw ins(%p2, %w : tensor<?x4x10x10xf32>, tensor<4x4x3x3xf32>)
      outs(%f2 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %e3 = tensor.empty(%n) : tensor<?x4x8x8xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %p3 = tensor.pad %q2 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x4x8x8xf32> to tensor<?x4x10x10xf32>
  %q3 = linalg.conv_2d_nchw_fchw ins(%p3, %w : tensor<?x4x10x10xf32>, tensor<4x4x3x3xf32>)
      outs(%f3 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %e4 = tensor.empty(%n) : tensor<?x4x8x8xf32>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %p4 = tensor.pad %q3 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x4x8x8xf32> to tensor<?x4x10x10xf32>
  %q4 = linalg.conv_2d_nchw_fchw ins(%p4, %w : tensor<?x4x10x10xf32>, tensor<4x4x3x3xf32>)
      outs(%f4 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %e5 = tensor.empty(%n) : tensor<?x4x8x8xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %p5 = tensor.pad %q4 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x4x8x8xf32> to tensor<?x4x10x10xf32>
  %q5 = linalg.conv_2d_nchw_fchw ins(%p5, %w : tensor<?x4x10x10xf32>, tensor<4x4x3x3xf32>)
      outs(%f5 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %r = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%q5 : tensor<?x4x8x8xf32>) outs(%t : tensor<?x4x8x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %sum = arith.addf %a, %o : f32
    linalg.yield %sum : f32
  } -> tensor<?x4x8x8xf32>
  return %r : tensor<?x4x8x8xf32>
}
