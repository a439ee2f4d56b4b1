// A network of convolutions with constant weights, written with the channels
// first, is computed with the channels last: only the image that comes in is
// turned, and the filters once. With weights that may change, or with strict
// arithmetic, it stays as it is.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none \
// RUN:   --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=30 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --stock --runs=0
// RUN: FileCheck %s --check-prefix=LOAD < %t.mlir
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --fp=strict \
// RUN:   --emit=tasks %s | FileCheck %s --check-prefix=FIRST
// RUN: sed 's/{as.constant}//' %s | %as-opt --autoschedule --trials=0 --untried=plain --records=none \
// RUN:   --progress=none --emit=tasks - | FileCheck %s --check-prefix=FIRST
// REQUIRES: search
// CHECK-LABEL: func.func @forward
// CHECK: call @as_task_{{.*}} : (tensor<1x3x16x16xf32>) -> tensor<1x16x16x3xf32>
// CHECK-NOT: linalg.transpose
// CHECK: return
// CHECK: func.func private @as_fixed{{.*}}tensor<16x3x3x3xf32>
// CHECK-DAG: linalg.conv_2d_nhwc_hwcf
// CHECK-DAG: linalg.pooling_nhwc_max
// CHECK-DAG: linalg.depthwise_conv_2d_nhwc_hwc
// CHECK-DAG: tensor.pad {{.*}} low[0, 1, 1, 0] high[0, 1, 1, 0]
// CHECK-DAG: linalg.pooling_nhwc_sum

// Filters are turned, and what is packed of them is packed, when weights are
// loaded, and at no other time.
// LOAD: llvm.func @as_load_forward
// LOAD: llvm.func @forward
// LOAD-NOT: llvm.call @{{.*(load|fixed)}}
// LOAD: llvm.return

// FIRST-NOT: nhwc
// FIRST: linalg.conv_2d_nchw_fchw
// FIRST-NOT: nhwc

#all = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>
#repeated = affine_map<(n, c, h, w) -> (n, c, 0, 0)>

func.func @forward(%x: tensor<1x3x16x16xf32>, %w0: tensor<16x3x3x3xf32> {as.constant},
                   %b0: tensor<16xf32> {as.constant}, %w1: tensor<16x3x3xf32> {as.constant},
                   %w2: tensor<16x16x1x1xf32> {as.constant},
                   %w3: tensor<16x16x3x3xf32> {as.constant}) -> tensor<1x32xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %p0 = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x3x16x16xf32> to tensor<1x3x18x18xf32>
  %e0 = tensor.empty() : tensor<1x16x16x16xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %c0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%p0, %w0 : tensor<1x3x18x18xf32>, tensor<16x3x3x3xf32>)
      outs(%f0 : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %r0 = linalg.generic {indexing_maps = [#all, #channel, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c0, %b0 : tensor<1x16x16x16xf32>, tensor<16xf32>) outs(%c0 : tensor<1x16x16x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    %m = arith.maximumf %s, %zero : f32
    linalg.yield %m : f32
  } -> tensor<1x16x16x16xf32>

  %win = tensor.empty() : tensor<2x2xf32>
  %e1 = tensor.empty() : tensor<1x16x8x8xf32>
  %f1 = linalg.fill ins(%least : f32) outs(%e1 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %m1 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%r0, %win : tensor<1x16x16x16xf32>, tensor<2x2xf32>)
      outs(%f1 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>

  %p2 = tensor.pad %m1 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x16x8x8xf32> to tensor<1x16x10x10xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %d2 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%p2, %w1 : tensor<1x16x10x10xf32>, tensor<16x3x3xf32>)
      outs(%f2 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %c2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%d2, %w2 : tensor<1x16x8x8xf32>, tensor<16x16x1x1xf32>)
      outs(%f2 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %c3 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%p2, %w3 : tensor<1x16x10x10xf32>, tensor<16x16x3x3xf32>)
      outs(%f2 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>

  %joint = tensor.empty() : tensor<1x32x8x8xf32>
  %i0 = tensor.insert_slice %c2 into %joint[0, 0, 0, 0] [1, 16, 8, 8] [1, 1, 1, 1]
      : tensor<1x16x8x8xf32> into tensor<1x32x8x8xf32>
  %i1 = tensor.insert_slice %c3 into %i0[0, 16, 0, 0] [1, 16, 8, 8] [1, 1, 1, 1]
      : tensor<1x16x8x8xf32> into tensor<1x32x8x8xf32>

  %whole = tensor.empty() : tensor<8x8xf32>
  %e4 = tensor.empty() : tensor<1x32x1x1xf32>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<1x32x1x1xf32>) -> tensor<1x32x1x1xf32>
  %sums = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%i1, %whole : tensor<1x32x8x8xf32>, tensor<8x8xf32>)
      outs(%f4 : tensor<1x32x1x1xf32>) -> tensor<1x32x1x1xf32>
  %e5 = tensor.empty() : tensor<1x32x8x8xf32>
  %scaled = linalg.generic {indexing_maps = [#all, #repeated, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%i1, %sums : tensor<1x32x8x8xf32>, tensor<1x32x1x1xf32>) outs(%e5 : tensor<1x32x8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.mulf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<1x32x8x8xf32>
  %means = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%scaled, %whole : tensor<1x32x8x8xf32>, tensor<8x8xf32>)
      outs(%f4 : tensor<1x32x1x1xf32>) -> tensor<1x32x1x1xf32>
  %flat = tensor.collapse_shape %means [[0], [1, 2, 3]] : tensor<1x32x1x1xf32> into tensor<1x32xf32>
  return %flat : tensor<1x32xf32>
}
