// A depthwise convolution of TensorFlow has a multiplier of 1.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS-DAG: "label":"depthwise_conv_2d_nhwc_hwc 1x8x8x8x3x3"
// RUN: %as-run %t.mlir --compare=%s --runs=0

func.func @depthwise(%x: tensor<1x10x10x8xf32>, %w: tensor<3x3x8x1xf32>) -> tensor<1x8x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8x8x8x1xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x8x8x1xf32>) -> tensor<1x8x8x8x1xf32>
  %p = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x10x10x8xf32>, tensor<3x3x8x1xf32>) outs(%z : tensor<1x8x8x8x1xf32>) -> tensor<1x8x8x8x1xf32>
  %r = tensor.collapse_shape %p [[0], [1], [2], [3, 4]] : tensor<1x8x8x8x1xf32> into tensor<1x8x8x8xf32>
  return %r : tensor<1x8x8x8xf32>
}
