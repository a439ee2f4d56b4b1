// Where every channel is a picture by itself, channels are lanes, and a tile of
// them has its window packed: else each position would be read from a row of its
// own.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 4
// RUN: FileCheck %s --check-prefix=SKETCHES < %t/sketches
// RUN: %as-opt --autoschedule --strategy=random --trials=12 --records=none %s -o %t.mlir 2> %t.log
// RUN: FileCheck %s --check-prefix=TRIALS < %t.log
// REQUIRES: search
// The filter has its window and the channels, and is copied whole.
// SKETCHES: nofold_flags = [0, 1, 0], padding_dimensions = [3, 4, 5]
// SKETCHES: transform.structured.hoist_pad
// SKETCHES: transform.structured.decompose

// TRIALS: trials {{[1-9][0-9]*}} of {{[0-9]+}}, errors 0

func.func @depthwise(%image: tensor<1x8x9x64xf32>, %filter: tensor<3x3x64xf32>)
    -> tensor<1x6x7x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x6x7x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x6x7x64xf32>)
      -> tensor<1x6x7x64xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc
      ins(%image, %filter : tensor<1x8x9x64xf32>, tensor<3x3x64xf32>)
      outs(%zeros : tensor<1x6x7x64xf32>) -> tensor<1x6x7x64xf32>
  return %r : tensor<1x6x7x64xf32>
}
