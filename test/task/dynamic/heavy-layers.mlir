// A layer with more weights than one image has elements gets tiles of several
// images, which read the weights once. The layer before it, whose weights are
// few, has a loop over single images, though images are as fast in its tiles.
// What adds an array to each image has no more weights either, and is in the loop.

// RUN: %as-opt --autoschedule --target=cpu:skylake-avx512 --sizes=n=1..8 --emit=tasks --trials=0 --records=none --progress=none %s | FileCheck %s
// RUN: %as-opt --autoschedule --sizes=n=1..8 --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=forward --sizes=n=0,1,5,8,11 --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: results: equal

// CHECK-LABEL: func.func @forward(
// CHECK: step %c1
// CHECK: call @as_task_{{.*}} -> tensor<784x160xf32>
// CHECK: scf.yield
// CHECK: step %c{{[2-8]}}
// CHECK: call @as_task_{{.*}} -> tensor<{{(98|147|196|245|294|343|392)}}x960xf32>
// CHECK: return

func.func @forward(%x: tensor<?x28x28x32xf32> {as.sizes = ["n"]},
                   %v: tensor<1x1x32x160xf32> {as.constant},
                   %w: tensor<1x1x160x960xf32> {as.constant}) -> tensor<?x7x7x960xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %n = tensor.dim %x, %c0 : tensor<?x28x28x32xf32>
  %e = tensor.empty(%n) : tensor<?x28x28x160xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x28x28x160xf32>) -> tensor<?x28x28x160xf32>
  %a = linalg.conv_2d_nhwc_hwcf ins(%x, %v : tensor<?x28x28x32xf32>, tensor<1x1x32x160xf32>)
      outs(%f : tensor<?x28x28x160xf32>) -> tensor<?x28x28x160xf32>
  %window = tensor.empty() : tensor<4x4xf32>
  %m = tensor.empty(%n) : tensor<?x7x7x160xf32>
  %l = linalg.fill ins(%least : f32) outs(%m : tensor<?x7x7x160xf32>) -> tensor<?x7x7x160xf32>
  %p = linalg.pooling_nhwc_max {strides = dense<4> : vector<2xi64>}
      ins(%a, %window : tensor<?x28x28x160xf32>, tensor<4x4xf32>)
      outs(%l : tensor<?x7x7x160xf32>) -> tensor<?x7x7x160xf32>
  %o = tensor.empty(%n) : tensor<?x7x7x960xf32>
  %z = linalg.fill ins(%zero : f32) outs(%o : tensor<?x7x7x960xf32>) -> tensor<?x7x7x960xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%p, %w : tensor<?x7x7x160xf32>, tensor<1x1x160x960xf32>)
      outs(%z : tensor<?x7x7x960xf32>) -> tensor<?x7x7x960xf32>
  return %r : tensor<?x7x7x960xf32>
}

// CHECK-LABEL: func.func @positions(
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: tensor<1x26x26x64xf32>
// CHECK-NOT: scf.for
// CHECK: return

#all = affine_map<(n, h, w, c) -> (n, h, w, c)>
#image = affine_map<(n, h, w, c) -> (h, w, c)>

func.func @positions(%x: tensor<?x28x28x64xf32> {as.sizes = ["n"]},
                     %places: tensor<28x28x64xf32> {as.constant},
                     %w: tensor<3x3x64xf32> {as.constant}) -> tensor<?x26x26x64xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x28x28x64xf32>
  %e = tensor.empty(%n) : tensor<?x28x28x64xf32>
  %a = linalg.generic {indexing_maps = [#all, #image, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %places : tensor<?x28x28x64xf32>, tensor<28x28x64xf32>)
      outs(%e : tensor<?x28x28x64xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<?x28x28x64xf32>
  %o = tensor.empty(%n) : tensor<?x26x26x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%o : tensor<?x26x26x64xf32>) -> tensor<?x26x26x64xf32>
  %g = linalg.depthwise_conv_2d_nhwc_hwc ins(%a, %w : tensor<?x28x28x64xf32>, tensor<3x3x64xf32>)
      outs(%z : tensor<?x26x26x64xf32>) -> tensor<?x26x26x64xf32>
  %h = linalg.abs ins(%a : tensor<?x28x28x64xf32>) outs(%e : tensor<?x28x28x64xf32>) -> tensor<?x28x28x64xf32>
  %i = linalg.depthwise_conv_2d_nhwc_hwc ins(%h, %w : tensor<?x28x28x64xf32>, tensor<3x3x64xf32>)
      outs(%g : tensor<?x26x26x64xf32>) -> tensor<?x26x26x64xf32>
  return %i : tensor<?x26x26x64xf32>
}
