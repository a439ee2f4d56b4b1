// Borders of images of any size are no arrays: each tile copies what it has of
// the image into a tile filled with the value of the border. Tiles are right
// that are within the image, across its border, around a whole small image, and
// in a border that is wider than a tile. Strides, borders on one side only and
// one that is no zero are right as well.

// RUN: rm -rf %t && mkdir %t
// DEFINE: %{opt} = %as-opt --autoschedule --trials=0 --records=none --progress=none --kernels-per-task=3
// RUN: %{opt} --emit=tasks %s 2>&1 | FileCheck %s
// RUN: %{opt} --emit=shared %s -o %t/images.so
// DEFINE: %{run} = %as-run %t/images.so --compare=%s --runs=0
// RUN: %{run} --entry=same --sizes=h=1..12,31..33,65,w=1..5,17,40 | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} --entry=half --sizes=h=1..12,31..33,65,w=1..5,17,40 | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} --entry=depthwise --sizes=h=1..12,31..33,65,w=1..5,17,40 | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} --entry=largest --sizes=h=1..12,31..33,65,w=1..5,17,40 | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} --entry=far --sizes=h=1..12,31..33,65 | FileCheck %s --check-prefix=EQUAL
// EQUAL: results: equal

// The schedule is replayed by stock mlir-opt.
// RUN: %{opt} --emit=schedule %s -o %t/schedule.mlir
// RUN: %{opt} --emit=tasks --kernels-from=%t/schedule.mlir %s -o %t/tasks.mlir
// RUN: %mlir-opt %t/tasks.mlir --transform-preload-library=transform-library-paths=%t/schedule.mlir --transform-interpreter -o %t/replayed.mlir
// RUN: %as-run %t/replayed.mlir --compare=%s --runs=0 --entry=same --sizes=h=1,3,33,w=2,17 | FileCheck %s --check-prefix=EQUAL

// CHECK-NOT: not scheduled
// CHECK-NOT: tensor.pad
// CHECK-LABEL: func.func @same(
// CHECK: scf.for
// CHECK: %[[FILL:.*]] = linalg.fill {{.*}} -> tensor<1x[[H:[0-9]+]]x[[W:[0-9]+]]x8xf32>
// CHECK: %[[TILE:.*]] = tensor.insert_slice %{{.*}} into %[[FILL]][0, %{{.*}}, %{{.*}}, 0] [1, %{{.*}}, %{{.*}}, 8]
// CHECK: call @as_task_{{.*}}(%[[TILE]], %arg1
// CHECK-LABEL: func.func @half(

func.func @same(%x: tensor<1x?x?x8xf32> {as.sizes = ["h", "w"]},
    %k: tensor<3x3x8x16xf32>, %b: tensor<16xf32>) -> tensor<1x?x?x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %h = tensor.dim %x, %c1 : tensor<1x?x?x8xf32>
  %w = tensor.dim %x, %c2 : tensor<1x?x?x8xf32>
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %l: index, %m: index):
    tensor.yield %zero : f32
  } : tensor<1x?x?x8xf32> to tensor<1x?x?x8xf32>
  %e = tensor.empty(%h, %w) : tensor<1x?x?x16xf32>
  %bias = linalg.broadcast ins(%b : tensor<16xf32>)
      outs(%e : tensor<1x?x?x16xf32>) dimensions = [0, 1, 2]
  %r = linalg.conv_2d_nhwc_hwcf
      ins(%p, %k : tensor<1x?x?x8xf32>, tensor<3x3x8x16xf32>)
      outs(%bias : tensor<1x?x?x16xf32>) -> tensor<1x?x?x16xf32>
  return %r : tensor<1x?x?x16xf32>
}

#half = affine_map<()[n] -> ((n - 1) floordiv 2 + 1)>

func.func @half(%x: tensor<1x4x?x?xf32> {as.sizes = ["h", "w"]},
    %k: tensor<8x4x3x3xf32>) -> tensor<1x8x?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %h = tensor.dim %x, %c2 : tensor<1x4x?x?xf32>
  %w = tensor.dim %x, %c3 : tensor<1x4x?x?xf32>
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %l: index, %m: index):
    tensor.yield %zero : f32
  } : tensor<1x4x?x?xf32> to tensor<1x4x?x?xf32>
  %oh = affine.apply #half()[%h]
  %ow = affine.apply #half()[%w]
  %e = tensor.empty(%oh, %ow) : tensor<1x8x?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x?x?xf32>)
      -> tensor<1x8x?x?xf32>
  %r = linalg.conv_2d_nchw_fchw {strides = dense<2> : vector<2xi64>}
      ins(%p, %k : tensor<1x4x?x?xf32>, tensor<8x4x3x3xf32>)
      outs(%f : tensor<1x8x?x?xf32>) -> tensor<1x8x?x?xf32>
  return %r : tensor<1x8x?x?xf32>
}

func.func @depthwise(%x: tensor<1x?x?x8xf32> {as.sizes = ["h", "w"]},
    %k: tensor<5x5x8xf32>) -> tensor<1x?x?x8xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %h = tensor.dim %x, %c1 : tensor<1x?x?x8xf32>
  %w = tensor.dim %x, %c2 : tensor<1x?x?x8xf32>
  %p = tensor.pad %x low[0, 2, 2, 0] high[0, 2, 2, 0] {
  ^bb0(%i: index, %j: index, %l: index, %m: index):
    tensor.yield %zero : f32
  } : tensor<1x?x?x8xf32> to tensor<1x?x?x8xf32>
  %e = tensor.empty(%h, %w) : tensor<1x?x?x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x?x?x8xf32>)
      -> tensor<1x?x?x8xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc
      ins(%p, %k : tensor<1x?x?x8xf32>, tensor<5x5x8xf32>)
      outs(%f : tensor<1x?x?x8xf32>) -> tensor<1x?x?x8xf32>
  return %r : tensor<1x?x?x8xf32>
}

// Borders at the end only, as of a model whose strides do not divide images.
func.func @largest(%x: tensor<1x?x?x8xf32> {as.sizes = ["h", "w"]})
    -> tensor<1x?x?x8xf32> {
  %low = arith.constant 0xFF800000 : f32
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %h = tensor.dim %x, %c1 : tensor<1x?x?x8xf32>
  %w = tensor.dim %x, %c2 : tensor<1x?x?x8xf32>
  %p = tensor.pad %x low[0, 0, 0, 0] high[0, 2, 2, 0] {
  ^bb0(%i: index, %j: index, %l: index, %m: index):
    tensor.yield %low : f32
  } : tensor<1x?x?x8xf32> to tensor<1x?x?x8xf32>
  %oh = affine.apply #half()[%h]
  %ow = affine.apply #half()[%w]
  %e = tensor.empty(%oh, %ow) : tensor<1x?x?x8xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<1x?x?x8xf32>)
      -> tensor<1x?x?x8xf32>
  %window = tensor.empty() : tensor<3x3xf32>
  %r = linalg.pooling_nhwc_max {strides = dense<2> : vector<2xi64>}
      ins(%p, %window : tensor<1x?x?x8xf32>, tensor<3x3xf32>)
      outs(%f : tensor<1x?x?x8xf32>) -> tensor<1x?x?x8xf32>
  return %r : tensor<1x?x?x8xf32>
}

#far = affine_map<()[n] -> (n + 78)>

// Whole tiles are in the border. One size is static, and has a border too.
func.func @far(%x: tensor<1x?x9x8xf32> {as.sizes = ["h"]},
    %k: tensor<3x3x8x16xf32>) -> tensor<1x?x9x16xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %c1 = arith.constant 1 : index
  %h = tensor.dim %x, %c1 : tensor<1x?x9x8xf32>
  %p = tensor.pad %x low[0, 39, 1, 0] high[0, 41, 1, 0] {
  ^bb0(%i: index, %j: index, %l: index, %m: index):
    tensor.yield %one : f32
  } : tensor<1x?x9x8xf32> to tensor<1x?x11x8xf32>
  %oh = affine.apply #far()[%h]
  %e = tensor.empty(%oh) : tensor<1x?x9x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x?x9x16xf32>)
      -> tensor<1x?x9x16xf32>
  %r = linalg.conv_2d_nhwc_hwcf
      ins(%p, %k : tensor<1x?x11x8xf32>, tensor<3x3x8x16xf32>)
      outs(%f : tensor<1x?x9x16xf32>) -> tensor<1x?x9x16xf32>
  return %r : tensor<1x?x9x16xf32>
}
