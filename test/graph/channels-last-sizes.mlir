// A network for any number of images, of any height and width, is computed with
// the channels last where their number is known. That also goes for what joins
// two images by their channels, and for the image that leaves.

// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --kernels-per-task=2 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --runs=0 --sizes=n=0,1,3,h=1,7,w=18 | FileCheck %s --check-prefix=EQUAL
// EQUAL: results: equal

// CHECK-NOT: nchw
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NOT: nchw
// CHECK: linalg.depthwise_conv_2d_nhwc_hwc
// CHECK-NOT: nchw

#all = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>

func.func @forward(%x: tensor<?x3x?x?xf32> {as.sizes = ["n", "h", "w"]},
                   %w0: tensor<16x3x3x3xf32> {as.constant}, %b0: tensor<16xf32> {as.constant},
                   %w1: tensor<16x3x3xf32> {as.constant}, %w2: tensor<8x32x1x1xf32> {as.constant},
                   %w3: tensor<8x8x3x3xf32> {as.constant})
    -> tensor<?x8x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %n = tensor.dim %x, %c0 : tensor<?x3x?x?xf32>
  %h = tensor.dim %x, %c2 : tensor<?x3x?x?xf32>
  %w = tensor.dim %x, %c3 : tensor<?x3x?x?xf32>
  %p0 = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x3x?x?xf32> to tensor<?x3x?x?xf32>
  %e0 = tensor.empty(%n, %h, %w) : tensor<?x16x?x?xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<?x16x?x?xf32>) -> tensor<?x16x?x?xf32>
  %c0r = linalg.conv_2d_nchw_fchw ins(%p0, %w0 : tensor<?x3x?x?xf32>, tensor<16x3x3x3xf32>)
      outs(%f0 : tensor<?x16x?x?xf32>) -> tensor<?x16x?x?xf32>
  %r0 = linalg.generic {indexing_maps = [#all, #channel, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c0r, %b0 : tensor<?x16x?x?xf32>, tensor<16xf32>) outs(%e0 : tensor<?x16x?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    %m = arith.maximumf %s, %zero : f32
    linalg.yield %m : f32
  } -> tensor<?x16x?x?xf32>
  %p1 = tensor.pad %r0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x16x?x?xf32> to tensor<?x16x?x?xf32>
  %e1 = tensor.empty(%n, %h, %w) : tensor<?x16x?x?xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?x16x?x?xf32>) -> tensor<?x16x?x?xf32>
  %d1 = linalg.depthwise_conv_2d_nchw_chw ins(%p1, %w1 : tensor<?x16x?x?xf32>, tensor<16x3x3xf32>)
      outs(%f1 : tensor<?x16x?x?xf32>) -> tensor<?x16x?x?xf32>
  %join = tensor.empty(%n, %h, %w) : tensor<?x32x?x?xf32>
  %j0 = tensor.insert_slice %r0 into %join[0, 0, 0, 0] [%n, 16, %h, %w] [1, 1, 1, 1]
      : tensor<?x16x?x?xf32> into tensor<?x32x?x?xf32>
  %j1 = tensor.insert_slice %d1 into %j0[0, 16, 0, 0] [%n, 16, %h, %w] [1, 1, 1, 1]
      : tensor<?x16x?x?xf32> into tensor<?x32x?x?xf32>
  %e2 = tensor.empty(%n, %h, %w) : tensor<?x8x?x?xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<?x8x?x?xf32>) -> tensor<?x8x?x?xf32>
  %c2r = linalg.conv_2d_nchw_fchw ins(%j1, %w2 : tensor<?x32x?x?xf32>, tensor<8x32x1x1xf32>)
      outs(%f2 : tensor<?x8x?x?xf32>) -> tensor<?x8x?x?xf32>
  %l3 = linalg.fill ins(%least : f32) outs(%e2 : tensor<?x8x?x?xf32>) -> tensor<?x8x?x?xf32>
  %pm = tensor.pad %c2r low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %least : f32
  } : tensor<?x8x?x?xf32> to tensor<?x8x?x?xf32>
  %window = tensor.empty() : tensor<3x3xf32>
  %m3 = linalg.pooling_nchw_max ins(%pm, %window : tensor<?x8x?x?xf32>, tensor<3x3xf32>)
      outs(%l3 : tensor<?x8x?x?xf32>) -> tensor<?x8x?x?xf32>
  %p4 = tensor.pad %m3 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x8x?x?xf32> to tensor<?x8x?x?xf32>
  %e4 = tensor.empty(%n, %h, %w) : tensor<?x8x?x?xf32>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<?x8x?x?xf32>) -> tensor<?x8x?x?xf32>
  %c4r = linalg.conv_2d_nchw_fchw ins(%p4, %w3 : tensor<?x8x?x?xf32>, tensor<8x8x3x3xf32>)
      outs(%f4 : tensor<?x8x?x?xf32>) -> tensor<?x8x?x?xf32>
  %c5r = linalg.conv_2d_nchw_fchw ins(%p4, %w3 : tensor<?x8x?x?xf32>, tensor<8x8x3x3xf32>)
      outs(%c4r : tensor<?x8x?x?xf32>) -> tensor<?x8x?x?xf32>
  return %c5r : tensor<?x8x?x?xf32>
}
