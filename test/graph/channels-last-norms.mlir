// Transposes between a depthwise convolution in NCHW and a layer norm over
// channels go away: the network has its channels last, and so has the norm.

// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --runs=0

// One image is transposed as it comes in. The result of the last layer is read
// with its channels last.
// CHECK-LABEL: func.func @forward
// CHECK: call @as_task{{.*}} : (tensor<1x4x8x6xf32>) -> tensor<1x8x6x4xf32>
// CHECK-NOT: tensor<1x4x8x6xf32>
// CHECK: return
// CHECK-NOT: nchw
// CHECK-NOT: linalg.conv{{.*}}fchw

#all = affine_map<(a, b, c, d) -> (a, b, c, d)>
#toLast = affine_map<(a, b, c, d) -> (a, d, b, c)>
#fromLast = affine_map<(a, b, c, d) -> (a, c, d, b)>
#row = affine_map<(a, b, c, d) -> (a, b, c, 0)>

func.func @forward(%x: tensor<1x4x8x6xf32>, %w0: tensor<4x3x3xf32> {as.constant}, %w1: tensor<4x3x3xf32> {as.constant},
                   %w2: tensor<4x3x3xf32> {as.constant}) -> tensor<1x8x6x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4x8x6xf32>
  %el = tensor.empty() : tensor<1x8x6x4xf32>
  %er = tensor.empty() : tensor<1x8x6x1xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x8x6xf32>) -> tensor<1x4x8x6xf32>
  %fr = linalg.fill ins(%zero : f32) outs(%er : tensor<1x8x6x1xf32>) -> tensor<1x8x6x1xf32>
  %p0 = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x4x8x6xf32> to tensor<1x4x10x8xf32>
  %c0 = linalg.depthwise_conv_2d_nchw_chw ins(%p0, %w0 : tensor<1x4x10x8xf32>, tensor<4x3x3xf32>) outs(%f : tensor<1x4x8x6xf32>) -> tensor<1x4x8x6xf32>
  %l0 = linalg.generic {indexing_maps = [#toLast, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c0 : tensor<1x4x8x6xf32>) outs(%el : tensor<1x8x6x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<1x8x6x4xf32>
  %s0 = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%l0 : tensor<1x8x6x4xf32>) outs(%fr : tensor<1x8x6x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.addf %a, %o : f32
    linalg.yield %r : f32
  } -> tensor<1x8x6x1xf32>
  %n0 = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%l0, %s0 : tensor<1x8x6x4xf32>, tensor<1x8x6x1xf32>) outs(%el : tensor<1x8x6x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.subf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<1x8x6x4xf32>
  // Back to NCHW, once by a generic and once by the named operation.
  %b0 = linalg.generic {indexing_maps = [#fromLast, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%n0 : tensor<1x8x6x4xf32>) outs(%e : tensor<1x4x8x6xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<1x4x8x6xf32>
  %sum0 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b0, %c0 : tensor<1x4x8x6xf32>, tensor<1x4x8x6xf32>) outs(%e : tensor<1x4x8x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<1x4x8x6xf32>
  %p1 = tensor.pad %b0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x4x8x6xf32> to tensor<1x4x10x8xf32>
  %c1 = linalg.depthwise_conv_2d_nchw_chw ins(%p1, %w1 : tensor<1x4x10x8xf32>, tensor<4x3x3xf32>) outs(%f : tensor<1x4x8x6xf32>) -> tensor<1x4x8x6xf32>
  %l1 = linalg.transpose ins(%c1 : tensor<1x4x8x6xf32>) outs(%el : tensor<1x8x6x4xf32>) permutation = [0, 2, 3, 1]
  %s1 = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%l1 : tensor<1x8x6x4xf32>) outs(%fr : tensor<1x8x6x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.addf %a, %o : f32
    linalg.yield %r : f32
  } -> tensor<1x8x6x1xf32>
  %n1 = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%l1, %s1 : tensor<1x8x6x4xf32>, tensor<1x8x6x1xf32>) outs(%el : tensor<1x8x6x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.subf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<1x8x6x4xf32>
  %b1 = linalg.transpose ins(%n1 : tensor<1x8x6x4xf32>) outs(%e : tensor<1x4x8x6xf32>) permutation = [0, 3, 1, 2]
  %sum1 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b1, %sum0 : tensor<1x4x8x6xf32>, tensor<1x4x8x6xf32>) outs(%e : tensor<1x4x8x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<1x4x8x6xf32>
  %p2 = tensor.pad %sum1 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x4x8x6xf32> to tensor<1x4x10x8xf32>
  %c2 = linalg.depthwise_conv_2d_nchw_chw ins(%p2, %w2 : tensor<1x4x10x8xf32>, tensor<4x3x3xf32>) outs(%f : tensor<1x4x8x6xf32>) -> tensor<1x4x8x6xf32>
  %l2 = linalg.transpose ins(%c2 : tensor<1x4x8x6xf32>) outs(%el : tensor<1x8x6x4xf32>) permutation = [0, 2, 3, 1]
  return %l2 : tensor<1x8x6x4xf32>
}
