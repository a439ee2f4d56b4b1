// Padded images of light windows are read around their border: no array is made
// of them, whatever the tiles. The border is as wide as it may be, on one side
// or on both; lanes are left over; maxima have a border that is less than all.

// RUN: %as-opt --autoschedule --stop-after=sample --trials=16 --records=none %s -o /dev/null 2> %t.log
// RUN: FileCheck %s --check-prefix=POINTS < %t.log
// RUN: %as-opt --autoschedule --trials=0 --records=none %s -o %t.mlir 2> %t.log
// RUN: %as-run %t.mlir --entry=wide --compare=%s --stock --runs=0
// RUN: %as-run %t.mlir --entry=strided --compare=%s --stock --runs=0
// RUN: %as-run %t.mlir --entry=pooled --compare=%s --stock --runs=0
// RUN: %as-run %t.mlir --entry=dilated --compare=%s --stock --runs=0
// RUN: %as-opt --autoschedule --strategy=random --trials=24 --seed=7 --records=none %s -o %t.mlir 2> %t.log
// RUN: FileCheck %s --check-prefix=TRIALS < %t.log
// RUN: %as-opt --autoschedule --strategy=random --trials=24 --threads=2 --records=none %s -o %t.mlir 2> %t.log
// RUN: FileCheck %s --check-prefix=TRIALS < %t.log
// Threads share whole rows of pixels, but where there are too few of these.
// RUN: %as-opt --autoschedule --stop-after=sample --trials=16 --threads=2 --records=none %s -o /dev/null 2> %t.log
// RUN: FileCheck %s --check-prefix=ROWS < %t.log
// RUN: %as-opt --autoschedule --stop-after=sample --trials=16 --threads=64 --records=none %s -o /dev/null 2> %t.log
// RUN: FileCheck %s --check-prefix=PARTS < %t.log
// REQUIRES: search

// ROWS: task 3, pooling
// ROWS-NOT: parallel_2
// ROWS: border+parallel+tile+window {"parallel_0":
// ROWS-NOT: parallel_2
// PARTS: task 3, pooling
// PARTS: "parallel_2":
// POINTS: border+tile+window {
// TRIALS: trials {{[1-9][0-9]*}} of {{[0-9]+}}, errors 0

func.func @wide(%image: tensor<1x7x7x35xf32>, %filter: tensor<5x5x35xf32>)
    -> tensor<1x7x7x35xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %image low[0, 2, 2, 0] high[0, 2, 2, 0] {
  ^bb0(%n: index, %y: index, %x: index, %c: index):
    tensor.yield %zero : f32
  } : tensor<1x7x7x35xf32> to tensor<1x11x11x35xf32>
  %empty = tensor.empty() : tensor<1x7x7x35xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x7x7x35xf32>)
      -> tensor<1x7x7x35xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc
      ins(%padded, %filter : tensor<1x11x11x35xf32>, tensor<5x5x35xf32>)
      outs(%zeros : tensor<1x7x7x35xf32>) -> tensor<1x7x7x35xf32>
  return %r : tensor<1x7x7x35xf32>
}

func.func @strided(%image: tensor<1x24x30x32xf32>, %filter: tensor<3x3x32xf32>)
    -> tensor<1x12x15x32xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %image low[0, 0, 0, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %y: index, %x: index, %c: index):
    tensor.yield %zero : f32
  } : tensor<1x24x30x32xf32> to tensor<1x25x31x32xf32>
  %empty = tensor.empty() : tensor<1x12x15x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x12x15x32xf32>)
      -> tensor<1x12x15x32xf32>
  %c = linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<2> : tensor<2xi64>}
      ins(%padded, %filter : tensor<1x25x31x32xf32>, tensor<3x3x32xf32>)
      outs(%zeros : tensor<1x12x15x32xf32>) -> tensor<1x12x15x32xf32>
  %r = linalg.map { arith.maximumf } ins(%c, %zeros : tensor<1x12x15x32xf32>, tensor<1x12x15x32xf32>)
      outs(%empty : tensor<1x12x15x32xf32>)
  return %r : tensor<1x12x15x32xf32>
}

func.func @pooled(%image: tensor<2x20x12x48xf32>) -> tensor<2x10x6x48xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant -1.0 : f32
  %padded = tensor.pad %image low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %y: index, %x: index, %c: index):
    tensor.yield %zero : f32
  } : tensor<2x20x12x48xf32> to tensor<2x22x14x48xf32>
  %window = tensor.empty() : tensor<3x3xf32>
  %empty = tensor.empty() : tensor<2x10x6x48xf32>
  %start = linalg.fill ins(%least : f32) outs(%empty : tensor<2x10x6x48xf32>)
      -> tensor<2x10x6x48xf32>
  %r = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>}
      ins(%padded, %window : tensor<2x22x14x48xf32>, tensor<3x3xf32>)
      outs(%start : tensor<2x10x6x48xf32>) -> tensor<2x10x6x48xf32>
  return %r : tensor<2x10x6x48xf32>
}

func.func @dilated(%image: tensor<1x13x11x16xf32>, %filter: tensor<3x3x16xf32>)
    -> tensor<1x13x11x16xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %image low[0, 2, 2, 0] high[0, 2, 2, 0] {
  ^bb0(%n: index, %y: index, %x: index, %c: index):
    tensor.yield %zero : f32
  } : tensor<1x13x11x16xf32> to tensor<1x17x15x16xf32>
  %empty = tensor.empty() : tensor<1x13x11x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x13x11x16xf32>)
      -> tensor<1x13x11x16xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<2> : tensor<2xi64>}
      ins(%padded, %filter : tensor<1x17x15x16xf32>, tensor<3x3x16xf32>)
      outs(%zeros : tensor<1x13x11x16xf32>) -> tensor<1x13x11x16xf32>
  return %r : tensor<1x13x11x16xf32>
}
