// A product of pixels and the depthwise convolution that it makes an image for are
// one task where the image is too large for a cache: rows of it are computed for
// tiles of the convolution. A small one is made as a whole, by a task of its own.
// REQUIRES: search
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 4
// RUN: FileCheck %s < %t/tasks
// RUN: FileCheck %s --check-prefix=SCHEDULE < %t/sketches

// Its sums start from a zero of the other sign, which is not what is written.
// RUN: %as-opt --autoschedule --emit=tasks --fp=strict %s -o - | FileCheck %s --check-prefix=STRICT
// STRICT-LABEL: func.func @fed(
// STRICT-COUNT-4: call @
// STRICT-NOT: call @
// STRICT: return

// CHECK-LABEL: func.func @fed(
// CHECK: call @[[LARGE:as_task_[0-9a-f]+]]({{.*}} -> tensor<1x48x48x256xf32>
// CHECK-COUNT-2: call @
// CHECK-NOT: call @
// CHECK: return
// CHECK: func.func private @[[LARGE]](
// CHECK-SAME: label = "contraction 1x48x48x256x4 + depthwise_conv_2d_nhwc_hwc 1x48x48x256x3x3 +elementwise"
// CHECK: linalg.generic
// CHECK: tensor.pad
// CHECK: linalg.depthwise_conv_2d_nhwc_hwc
// CHECK: return

// SCHEDULE: fuse_into_containing_op

#image = affine_map<(n, h, w, c) -> (n, h, w, c)>
#channel = affine_map<(n, h, w, c) -> (c)>

func.func @fed(%x: tensor<1x48x48x4xf32>, %w: tensor<1x1x4x256xf32>, %v: tensor<256xf32>, %d: tensor<3x3x256xf32>, %b: tensor<256xf32>, %x1: tensor<1x12x12x8xf32>, %w1: tensor<1x1x8x32xf32>, %v1: tensor<32xf32>, %d1: tensor<3x3x32xf32>, %b1: tensor<32xf32>) -> (tensor<1x48x48x256xf32>, tensor<1x12x12x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x48x48x256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x48x48x256xf32>) -> tensor<1x48x48x256xf32>
  %p = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x48x48x4xf32>, tensor<1x1x4x256xf32>) outs(%f : tensor<1x48x48x256xf32>) -> tensor<1x48x48x256xf32>
  %a = linalg.generic {indexing_maps = [#image, #channel, #image], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%p, %v : tensor<1x48x48x256xf32>, tensor<256xf32>) outs(%e : tensor<1x48x48x256xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %s = arith.addf %l, %r : f32
    %m = arith.maximumf %s, %zero : f32
    linalg.yield %m : f32
  } -> tensor<1x48x48x256xf32>
  %padded = tensor.pad %a low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x48x48x256xf32> to tensor<1x50x50x256xf32>
  %c = linalg.depthwise_conv_2d_nhwc_hwc ins(%padded, %d : tensor<1x50x50x256xf32>, tensor<3x3x256xf32>) outs(%f : tensor<1x48x48x256xf32>) -> tensor<1x48x48x256xf32>
  %y = linalg.generic {indexing_maps = [#image, #channel, #image], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%c, %b : tensor<1x48x48x256xf32>, tensor<256xf32>) outs(%e : tensor<1x48x48x256xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %s = arith.addf %l, %r : f32
    %m = arith.maximumf %s, %zero : f32
    linalg.yield %m : f32
  } -> tensor<1x48x48x256xf32>
  %zero1 = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<1x12x12x32xf32>
  %f1 = linalg.fill ins(%zero1 : f32) outs(%e1 : tensor<1x12x12x32xf32>) -> tensor<1x12x12x32xf32>
  %p1 = linalg.conv_2d_nhwc_hwcf ins(%x1, %w1 : tensor<1x12x12x8xf32>, tensor<1x1x8x32xf32>) outs(%f1 : tensor<1x12x12x32xf32>) -> tensor<1x12x12x32xf32>
  %a1 = linalg.generic {indexing_maps = [#image, #channel, #image], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%p1, %v1 : tensor<1x12x12x32xf32>, tensor<32xf32>) outs(%e1 : tensor<1x12x12x32xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %s = arith.addf %l, %r : f32
    %m = arith.maximumf %s, %zero1 : f32
    linalg.yield %m : f32
  } -> tensor<1x12x12x32xf32>
  %padded1 = tensor.pad %a1 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero1 : f32
  } : tensor<1x12x12x32xf32> to tensor<1x14x14x32xf32>
  %c1 = linalg.depthwise_conv_2d_nhwc_hwc ins(%padded1, %d1 : tensor<1x14x14x32xf32>, tensor<3x3x32xf32>) outs(%f1 : tensor<1x12x12x32xf32>) -> tensor<1x12x12x32xf32>
  %y1 = linalg.generic {indexing_maps = [#image, #channel, #image], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%c1, %b1 : tensor<1x12x12x32xf32>, tensor<32xf32>) outs(%e1 : tensor<1x12x12x32xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %s = arith.addf %l, %r : f32
    %m = arith.maximumf %s, %zero1 : f32
    linalg.yield %m : f32
  } -> tensor<1x12x12x32xf32>
  return %y, %y1 : tensor<1x48x48x256xf32>, tensor<1x12x12x32xf32>
}
