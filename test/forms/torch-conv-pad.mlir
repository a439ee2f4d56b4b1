// A convolution of torch-mlir: a pad that must not fold, and a bias that is
// broadcast to what is accumulated.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS-DAG: "label":"conv_2d_nchw_fchw 1x8x8x8x4x3x3 +elementwise"
// RUN: %as-run %t.mlir --compare=%s --runs=0

func.func @conv(%x: tensor<1x4x8x8xf32>, %w: tensor<8x4x3x3xf32>, %bias: tensor<8xf32>) -> tensor<1x8x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x nofold low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<1x4x8x8xf32> to tensor<1x4x10x10xf32>
  %e = tensor.empty() : tensor<1x8x8x8xf32>
  %b = linalg.broadcast ins(%bias : tensor<8xf32>) outs(%e : tensor<1x8x8x8xf32>) dimensions = [0, 2, 3]
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%p, %w : tensor<1x4x10x10xf32>, tensor<8x4x3x3xf32>) outs(%b : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return %r : tensor<1x8x8x8xf32>
}
