// Convolutions and poolings of images of any size are split into tiles of their
// results, which read windows that overlap. Tiles of what is dynamic are padded
// one by one (padded-images.mlir), a pad of what is static is part of the tasks,
// as a bias is that the sums start from. How large tiles are, and so how many there are, is up to the
// estimate for this machine.

// RUN: %as-opt --autoschedule --emit=tasks --kernels-per-task=2 --records=none %s 2>&1 | FileCheck %s
// RUN: %as-opt --autoschedule --emit=lowered --kernels-per-task=2 --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --runs=0 | FileCheck --check-prefix=EQUAL %s

// CHECK-NOT: not scheduled
// CHECK-LABEL: func.func private @padded(
// CHECK-NOT: tensor.pad
// CHECK-NOT: linalg.broadcast
// CHECK: call @as_task_
// CHECK: return
// CHECK-LABEL: func.func private @strided(
// CHECK: %[[TWO:.*]] = arith.muli %{{.*}}, %c2
// CHECK: tensor.extract_slice %arg0[0, 0, %[[TWO]], %{{.*}}] [1, 4, [[HEIGHT:[0-9]+]], [[WIDTH:[0-9]+]]]
// CHECK: func.call @as_task_{{.*}} : (tensor<1x4x[[HEIGHT]]x[[WIDTH]]xf32>, tensor<8x4x3x3xf32>
// CHECK-LABEL: func.func private @pooled(
// CHECK: call @as_task_
// CHECK-LABEL: func.func private @mean(
// CHECK: call @as_task_
// CHECK-LABEL: func.func private @batch(
// CHECK-NOT: tensor.pad
// CHECK: call @as_task_
// CHECK: return

// EQUAL: results: equal

#id = affine_map<(n, h, w, c) -> (n, h, w, c)>

func.func private @padded(%x: tensor<1x?x?x4xf32>, %k: tensor<3x3x4x8xf32>,
    %b: tensor<8xf32>) -> tensor<1x?x?x8xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %h = tensor.dim %x, %c1 : tensor<1x?x?x4xf32>
  %w = tensor.dim %x, %c2 : tensor<1x?x?x4xf32>
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %l: index, %m: index):
    tensor.yield %zero : f32
  } : tensor<1x?x?x4xf32> to tensor<1x?x?x4xf32>
  %e = tensor.empty(%h, %w) : tensor<1x?x?x8xf32>
  %bias = linalg.broadcast ins(%b : tensor<8xf32>)
      outs(%e : tensor<1x?x?x8xf32>) dimensions = [0, 1, 2]
  %r = linalg.conv_2d_nhwc_hwcf
      ins(%p, %k : tensor<1x?x?x4xf32>, tensor<3x3x4x8xf32>)
      outs(%bias : tensor<1x?x?x8xf32>) -> tensor<1x?x?x8xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types =
      ["parallel", "parallel", "parallel", "parallel"]}
      ins(%r : tensor<1x?x?x8xf32>) outs(%e : tensor<1x?x?x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.maximumf %a, %zero : f32
    linalg.yield %t : f32
  } -> tensor<1x?x?x8xf32>
  return %s : tensor<1x?x?x8xf32>
}

#half = affine_map<()[n] -> ((n - 3) floordiv 2 + 1)>

func.func private @strided(%x: tensor<1x4x?x?xf32>, %k: tensor<8x4x3x3xf32>)
    -> tensor<1x8x?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %h = tensor.dim %x, %c2 : tensor<1x4x?x?xf32>
  %w = tensor.dim %x, %c3 : tensor<1x4x?x?xf32>
  %oh = affine.apply #half()[%h]
  %ow = affine.apply #half()[%w]
  %e = tensor.empty(%oh, %ow) : tensor<1x8x?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x?x?xf32>)
      -> tensor<1x8x?x?xf32>
  %r = linalg.conv_2d_nchw_fchw {strides = dense<2> : vector<2xi64>}
      ins(%x, %k : tensor<1x4x?x?xf32>, tensor<8x4x3x3xf32>)
      outs(%f : tensor<1x8x?x?xf32>) -> tensor<1x8x?x?xf32>
  return %r : tensor<1x8x?x?xf32>
}

func.func private @pooled(%x: tensor<1x?x?x4xf32>) -> tensor<1x?x?x4xf32> {
  %low = arith.constant 0xFF800000 : f32
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %h = tensor.dim %x, %c1 : tensor<1x?x?x4xf32>
  %w = tensor.dim %x, %c2 : tensor<1x?x?x4xf32>
  %oh = affine.apply #half()[%h]
  %ow = affine.apply #half()[%w]
  %e = tensor.empty(%oh, %ow) : tensor<1x?x?x4xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<1x?x?x4xf32>)
      -> tensor<1x?x?x4xf32>
  %window = tensor.empty() : tensor<3x3xf32>
  %r = linalg.pooling_nhwc_max {strides = dense<2> : vector<2xi64>}
      ins(%x, %window : tensor<1x?x?x4xf32>, tensor<3x3xf32>)
      outs(%f : tensor<1x?x?x4xf32>) -> tensor<1x?x?x4xf32>
  return %r : tensor<1x?x?x4xf32>
}

// The window is the whole image.
func.func private @mean(%x: tensor<1x?x?x4xf32>) -> tensor<1x1x1x4xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %h = tensor.dim %x, %c1 : tensor<1x?x?x4xf32>
  %w = tensor.dim %x, %c2 : tensor<1x?x?x4xf32>
  %e = tensor.empty() : tensor<1x1x1x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x1x1x4xf32>)
      -> tensor<1x1x1x4xf32>
  %window = tensor.empty(%h, %w) : tensor<?x?xf32>
  %r = linalg.pooling_nhwc_sum
      ins(%x, %window : tensor<1x?x?x4xf32>, tensor<?x?xf32>)
      outs(%f : tensor<1x1x1x4xf32>) -> tensor<1x1x1x4xf32>
  return %r : tensor<1x1x1x4xf32>
}

func.func private @batch(%x: tensor<?x8x8x4xf32>, %k: tensor<3x3x4x8xf32>,
    %b: tensor<8xf32>) -> tensor<?x8x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x8x8x4xf32>
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %l: index, %m: index):
    tensor.yield %zero : f32
  } : tensor<?x8x8x4xf32> to tensor<?x10x10x4xf32>
  %e = tensor.empty(%n) : tensor<?x8x8x8xf32>
  %bias = linalg.broadcast ins(%b : tensor<8xf32>)
      outs(%e : tensor<?x8x8x8xf32>) dimensions = [0, 1, 2]
  %r = linalg.conv_2d_nhwc_hwcf
      ins(%p, %k : tensor<?x10x10x4xf32>, tensor<3x3x4x8xf32>)
      outs(%bias : tensor<?x8x8x8xf32>) -> tensor<?x8x8x8xf32>
  // Into its operand, as importers write batch norms.
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types =
      ["parallel", "parallel", "parallel", "parallel"]}
      ins(%r : tensor<?x8x8x8xf32>) outs(%r : tensor<?x8x8x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.maximumf %a, %zero : f32
    linalg.yield %t : f32
  } -> tensor<?x8x8x8xf32>
  return %s : tensor<?x8x8x8xf32>
}

func.func @all(%x: tensor<1x40x40x4xf32>, %y: tensor<1x4x40x40xf32>,
    %z: tensor<9x8x8x4xf32>, %k: tensor<3x3x4x8xf32>, %l: tensor<8x4x3x3xf32>,
    %b: tensor<8xf32>) -> (tensor<8x40x40x8xf32>, tensor<8x8x20x20xf32>,
    tensor<8x20x20x4xf32>, tensor<8x1x1x4xf32>, tensor<9x8x8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %heights = arith.constant dense<[3, 4, 5, 7, 13, 31, 37, 40]> : tensor<8xindex>
  %widths = arith.constant dense<[3, 40, 4, 6, 11, 33, 3, 39]> : tensor<8xindex>
  %batches = arith.constant dense<[0, 1, 2, 3, 5, 7, 8, 9]> : tensor<8xindex>
  %none0 = arith.constant dense<0.0> : tensor<8x40x40x8xf32>
  %none1 = arith.constant dense<0.0> : tensor<8x8x20x20xf32>
  %none2 = arith.constant dense<0.0> : tensor<8x20x20x4xf32>
  %none3 = arith.constant dense<0.0> : tensor<8x1x1x4xf32>
  %none4 = arith.constant dense<0.0> : tensor<9x8x8x8xf32>
  %all:5 = scf.for %i = %c0 to %c8 step %c1 iter_args(%t0 = %none0,
      %t1 = %none1, %t2 = %none2, %t3 = %none3, %t4 = %none4)
      -> (tensor<8x40x40x8xf32>, tensor<8x8x20x20xf32>, tensor<8x20x20x4xf32>,
          tensor<8x1x1x4xf32>, tensor<9x8x8x8xf32>) {
    %h = tensor.extract %heights[%i] : tensor<8xindex>
    %w = tensor.extract %widths[%i] : tensor<8xindex>
    %n = tensor.extract %batches[%i] : tensor<8xindex>
    %oh = affine.apply #half()[%h]
    %ow = affine.apply #half()[%w]
    %a = tensor.extract_slice %x[0, 0, 0, 0] [1, %h, %w, 4] [1, 1, 1, 1]
        : tensor<1x40x40x4xf32> to tensor<1x?x?x4xf32>
    %c = tensor.extract_slice %y[0, 0, 0, 0] [1, 4, %h, %w] [1, 1, 1, 1]
        : tensor<1x4x40x40xf32> to tensor<1x4x?x?xf32>
    %d = tensor.extract_slice %z[0, 0, 0, 0] [%n, 8, 8, 4] [1, 1, 1, 1]
        : tensor<9x8x8x4xf32> to tensor<?x8x8x4xf32>
    %r0 = func.call @padded(%a, %k, %b) : (tensor<1x?x?x4xf32>,
        tensor<3x3x4x8xf32>, tensor<8xf32>) -> tensor<1x?x?x8xf32>
    %r1 = func.call @strided(%c, %l) : (tensor<1x4x?x?xf32>,
        tensor<8x4x3x3xf32>) -> tensor<1x8x?x?xf32>
    %r2 = func.call @pooled(%a) : (tensor<1x?x?x4xf32>) -> tensor<1x?x?x4xf32>
    %r3 = func.call @mean(%a) : (tensor<1x?x?x4xf32>) -> tensor<1x1x1x4xf32>
    %r4 = func.call @batch(%d, %k, %b) : (tensor<?x8x8x4xf32>,
        tensor<3x3x4x8xf32>, tensor<8xf32>) -> tensor<?x8x8x8xf32>
    %u0 = tensor.insert_slice %r0 into %t0[%i, 0, 0, 0] [1, %h, %w, 8]
        [1, 1, 1, 1] : tensor<1x?x?x8xf32> into tensor<8x40x40x8xf32>
    %u1 = tensor.insert_slice %r1 into %t1[%i, 0, 0, 0] [1, 8, %oh, %ow]
        [1, 1, 1, 1] : tensor<1x8x?x?xf32> into tensor<8x8x20x20xf32>
    %u2 = tensor.insert_slice %r2 into %t2[%i, 0, 0, 0] [1, %oh, %ow, 4]
        [1, 1, 1, 1] : tensor<1x?x?x4xf32> into tensor<8x20x20x4xf32>
    %u3 = tensor.insert_slice %r3 into %t3[%i, 0, 0, 0] [1, 1, 1, 4]
        [1, 1, 1, 1] : tensor<1x1x1x4xf32> into tensor<8x1x1x4xf32>
    %u4 = tensor.insert_slice %r4 into %t4[0, 0, 0, 0] [%n, 8, 8, 8]
        [1, 1, 1, 1] : tensor<?x8x8x8xf32> into tensor<9x8x8x8xf32>
    scf.yield %u0, %u1, %u2, %u3, %u4 : tensor<8x40x40x8xf32>,
        tensor<8x8x20x20xf32>, tensor<8x20x20x4xf32>, tensor<8x1x1x4xf32>,
        tensor<9x8x8x8xf32>
  }
  return %all#0, %all#1, %all#2, %all#3, %all#4 : tensor<8x40x40x8xf32>,
      tensor<8x8x20x20xf32>, tensor<8x20x20x4xf32>, tensor<8x1x1x4xf32>,
      tensor<9x8x8x8xf32>
}
