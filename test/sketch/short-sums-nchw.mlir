// In NCHW sums over few channels are short. What they are computed from may be
// copied to columns, however long the rows are, so that lanes are pixels: behind
// a pad, and of windows two pixels apart.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 8
// RUN: FileCheck %s < %t/sketches
// RUN: %as-opt --autoschedule --strategy=random --trials=12 --records=none %s -o %t/random.mlir 2> %t/random.log
// RUN: FileCheck %s --check-prefix=TRIALS < %t/random.log
// REQUIRES: search
// CHECK-COUNT-4: transform.structured.convert_conv2d_to_img2col
// TRIALS: trials {{[1-9][0-9]*}} of {{[0-9]+}}, errors 0

func.func @short_sums(%x: tensor<2x1x37x37xf32>, %k: tensor<30x1x3x3xf32>,
                      %y: tensor<2x5x69x69xf32>, %l: tensor<39x5x3x3xf32>)
    -> (tensor<2x30x37x37xf32>, tensor<2x39x34x34xf32>) {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%n: index, %c: index, %h: index, %w: index):
    tensor.yield %zero : f32
  } : tensor<2x1x37x37xf32> to tensor<2x1x39x39xf32>
  %e0 = tensor.empty() : tensor<2x30x37x37xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<2x30x37x37xf32>)
      -> tensor<2x30x37x37xf32>
  %r0 = linalg.conv_2d_nchw_fchw
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%padded, %k : tensor<2x1x39x39xf32>, tensor<30x1x3x3xf32>)
      outs(%f0 : tensor<2x30x37x37xf32>) -> tensor<2x30x37x37xf32>
  %e1 = tensor.empty() : tensor<2x39x34x34xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2x39x34x34xf32>)
      -> tensor<2x39x34x34xf32>
  %r1 = linalg.conv_2d_nchw_fchw
      {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%y, %l : tensor<2x5x69x69xf32>, tensor<39x5x3x3xf32>)
      outs(%f1 : tensor<2x39x34x34xf32>) -> tensor<2x39x34x34xf32>
  return %r0, %r1 : tensor<2x30x37x37xf32>, tensor<2x39x34x34xf32>
}
