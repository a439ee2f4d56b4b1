// Layers for several images are a loop over them, where what they hand on does
// not fit into a cache and their weights are few. With several threads all images
// are divided among these.

// RUN: %as-opt --autoschedule --emit=tasks --records=none %s | FileCheck %s
// RUN: %as-opt --autoschedule --emit=tasks --records=none --threads=2 %s | FileCheck --check-prefix=THREADS %s
// RUN: %as-opt --autoschedule --emit=lowered --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --runs=0 --entry=large | FileCheck --check-prefix=EQUAL %s
// RUN: %as-run %t.mlir --compare=%s --runs=0 --entry=shortcut | FileCheck --check-prefix=EQUAL %s
// RUN: %as-run %t.mlir --compare=%s --runs=0 --entry=first | FileCheck --check-prefix=EQUAL %s

// EQUAL: results: equal
// THREADS-NOT: scf.for

// CHECK-LABEL: func.func @large(
// CHECK: scf.for %{{.*}} = %c0 to %c8 step %c1
// CHECK: call @as_task_
// CHECK: call @as_task_
// CHECK: tensor.insert_slice {{.*}} : tensor<{{(1x)?}}15x15x64xf32> into tensor<8x15x15x64xf32>
// CHECK: scf.yield
// CHECK-NOT: scf.for
// CHECK: return
func.func @large(%x: tensor<8x34x34x16xf32>, %k: tensor<3x3x16x64xf32>,
                 %b: tensor<64xf32>, %d: tensor<3x3x64xf32>)
    -> tensor<8x15x15x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x32x32x64xf32>
  %biases = linalg.broadcast ins(%b : tensor<64xf32>)
      outs(%e : tensor<8x32x32x64xf32>) dimensions = [0, 1, 2]
  %a = linalg.conv_2d_nhwc_hwcf
      ins(%x, %k : tensor<8x34x34x16xf32>, tensor<3x3x16x64xf32>)
      outs(%biases : tensor<8x32x32x64xf32>) -> tensor<8x32x32x64xf32>
  %f = tensor.empty() : tensor<8x15x15x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%f : tensor<8x15x15x64xf32>)
      -> tensor<8x15x15x64xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<2> : vector<2xi64>}
      ins(%a, %d : tensor<8x32x32x64xf32>, tensor<3x3x64xf32>)
      outs(%zeros : tensor<8x15x15x64xf32>) -> tensor<8x15x15x64xf32>
  return %r : tensor<8x15x15x64xf32>
}

// Two layers of the loop read the first one, and the channels are first.
// CHECK-LABEL: func.func @shortcut(
// CHECK: scf.for %{{.*}} = %c0 to %c4 step %c1
// CHECK: call @as_task_
// CHECK: call @as_task_
// CHECK: scf.yield
// CHECK-NOT: scf.for
// CHECK: return
func.func @shortcut(%x: tensor<4x16x48x48xf32>, %k: tensor<64x16x1x1xf32>,
                    %l: tensor<64x64x1x1xf32>) -> tensor<4x64x48x48xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x64x48x48xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<4x64x48x48xf32>)
      -> tensor<4x64x48x48xf32>
  %a = linalg.conv_2d_nchw_fchw
      ins(%x, %k : tensor<4x16x48x48xf32>, tensor<64x16x1x1xf32>)
      outs(%zeros : tensor<4x64x48x48xf32>) -> tensor<4x64x48x48xf32>
  %c = linalg.conv_2d_nchw_fchw
      ins(%a, %l : tensor<4x64x48x48xf32>, tensor<64x64x1x1xf32>)
      outs(%zeros : tensor<4x64x48x48xf32>) -> tensor<4x64x48x48xf32>
  %r = linalg.add
      ins(%a, %c : tensor<4x64x48x48xf32>, tensor<4x64x48x48xf32>)
      outs(%e : tensor<4x64x48x48xf32>) -> tensor<4x64x48x48xf32>
  return %r : tensor<4x64x48x48xf32>
}

// The weights have more elements than an image.
// CHECK-LABEL: func.func @deep(
// CHECK-NOT: scf.for
// CHECK: return
func.func @deep(%x: tensor<8x16x16x256xf32>, %k: tensor<3x3x256x256xf32>,
                %l: tensor<3x3x256x256xf32>) -> tensor<8x12x12x256xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x14x14x256xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<8x14x14x256xf32>)
      -> tensor<8x14x14x256xf32>
  %a = linalg.conv_2d_nhwc_hwcf
      ins(%x, %k : tensor<8x16x16x256xf32>, tensor<3x3x256x256xf32>)
      outs(%zeros : tensor<8x14x14x256xf32>) -> tensor<8x14x14x256xf32>
  %f = tensor.empty() : tensor<8x12x12x256xf32>
  %none = linalg.fill ins(%zero : f32) outs(%f : tensor<8x12x12x256xf32>)
      -> tensor<8x12x12x256xf32>
  %r = linalg.conv_2d_nhwc_hwcf
      ins(%a, %l : tensor<8x14x14x256xf32>, tensor<3x3x256x256xf32>)
      outs(%none : tensor<8x12x12x256xf32>) -> tensor<8x12x12x256xf32>
  return %r : tensor<8x12x12x256xf32>
}

// What two images hand on fits into the cache.
// CHECK-LABEL: func.func @few(
// CHECK-NOT: scf.for
// CHECK: return
func.func @few(%x: tensor<2x34x34x16xf32>, %k: tensor<3x3x16x64xf32>,
               %d: tensor<3x3x64xf32>) -> tensor<2x30x30x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x32x32x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<2x32x32x64xf32>)
      -> tensor<2x32x32x64xf32>
  %a = linalg.conv_2d_nhwc_hwcf
      ins(%x, %k : tensor<2x34x34x16xf32>, tensor<3x3x16x64xf32>)
      outs(%zeros : tensor<2x32x32x64xf32>) -> tensor<2x32x32x64xf32>
  %f = tensor.empty() : tensor<2x30x30x64xf32>
  %none = linalg.fill ins(%zero : f32) outs(%f : tensor<2x30x30x64xf32>)
      -> tensor<2x30x30x64xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc
      ins(%a, %d : tensor<2x32x32x64xf32>, tensor<3x3x64xf32>)
      outs(%none : tensor<2x30x30x64xf32>) -> tensor<2x30x30x64xf32>
  return %r : tensor<2x30x30x64xf32>
}

// Each image needs what the same layer makes of the first one.
// CHECK-LABEL: func.func @first(
// CHECK-NOT: scf.for
// CHECK: return
func.func @first(%x: tensor<8x34x34x16xf32>, %k: tensor<3x3x16x64xf32>,
                 %d: tensor<3x3x64xf32>) -> tensor<8x30x30x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x32x32x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<8x32x32x64xf32>)
      -> tensor<8x32x32x64xf32>
  %a = linalg.conv_2d_nhwc_hwcf
      ins(%x, %k : tensor<8x34x34x16xf32>, tensor<3x3x16x64xf32>)
      outs(%zeros : tensor<8x32x32x64xf32>) -> tensor<8x32x32x64xf32>
  %f = tensor.empty() : tensor<8x30x30x64xf32>
  %none = linalg.fill ins(%zero : f32) outs(%f : tensor<8x30x30x64xf32>)
      -> tensor<8x30x30x64xf32>
  %b = linalg.depthwise_conv_2d_nhwc_hwc
      ins(%a, %d : tensor<8x32x32x64xf32>, tensor<3x3x64xf32>)
      outs(%none : tensor<8x30x30x64xf32>) -> tensor<8x30x30x64xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(b, h, w, c) -> (b, h, w, c)>,
                       affine_map<(b, h, w, c) -> (0, h, w, c)>,
                       affine_map<(b, h, w, c) -> (b, h, w, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b, %b : tensor<8x30x30x64xf32>, tensor<8x30x30x64xf32>)
      outs(%f : tensor<8x30x30x64xf32>) {
  ^bb0(%own: f32, %of_first: f32, %out: f32):
    %sum = arith.addf %own, %of_first : f32
    linalg.yield %sum : f32
  } -> tensor<8x30x30x64xf32>
  return %r : tensor<8x30x30x64xf32>
}

// A chain without a convolution.
// CHECK-LABEL: func.func @rows(
// CHECK-NOT: scf.for
// CHECK: return
func.func @rows(%x: tensor<8x256x256xf32>) -> tensor<8x256xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x256xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<8x256xf32>)
      -> tensor<8x256xf32>
  %sums = linalg.reduce { arith.addf } ins(%x : tensor<8x256x256xf32>)
      outs(%zeros : tensor<8x256xf32>) dimensions = [2]
  %f = tensor.empty() : tensor<8x256x256xf32>
  %wide = linalg.broadcast ins(%sums : tensor<8x256xf32>)
      outs(%f : tensor<8x256x256xf32>) dimensions = [2]
  %parts = linalg.div
      ins(%x, %wide : tensor<8x256x256xf32>, tensor<8x256x256xf32>)
      outs(%f : tensor<8x256x256xf32>) -> tensor<8x256x256xf32>
  %r = linalg.reduce { arith.maximumf } ins(%parts : tensor<8x256x256xf32>)
      outs(%zeros : tensor<8x256xf32>) dimensions = [1]
  return %r : tensor<8x256xf32>
}
