// Convolutions and pooling in one and three dimensions, and those of two that
// upstream decomposes not: the window is taken apart position by position, with
// channels as lanes.

// RUN: split-file %s %t
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %t/volume.mlir %t/volume 1 4
// RUN: FileCheck %s --check-prefix=WINDOW < %t/volume/sketches
// RUN: FileCheck %s --check-prefix=ONE < %t/volume/tasks
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %t/volume.mlir %t/volume.parallel 2 4
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %t/planes-first.mlir %t/planes-first 1 4
// RUN: FileCheck %s --check-prefix=CHANNELS < %t/planes-first/sketches
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %t/pooling.mlir %t/pooling 1 4
// RUN: FileCheck %s --check-prefix=WINDOW < %t/pooling/sketches
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %t/depthwise.mlir %t/depthwise 1 4
// RUN: FileCheck %s --check-prefix=WINDOW < %t/depthwise/sketches
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %t/line.mlir %t/line 1 4
// RUN: FileCheck %s --check-prefix=WINDOW < %t/line/sketches
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %t/least.mlir %t/least 1 4
// RUN: FileCheck %s --check-prefix=WINDOW < %t/least/sketches
// Of many channels, pieces are taken with the whole window, in any number of
// dimensions.
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %t/deep.mlir %t/deep 1 6
// RUN: FileCheck %s --check-prefix=DEEP < %t/deep/sketches
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %t/deep.mlir %t/deep.parallel 2 6
// Rows that are unrolled leave nothing over, also of what threads share unevenly.
// RUN: %as-opt --autoschedule --trials=12 --threads=2 --records=none --progress=plain %t/uneven-line.mlir -o %t/uneven-line.lowered 2>&1 | FileCheck %s --check-prefix=BUILT
// BUILT-NOT: build-
// BUILT: trials {{.*}}, errors 0
// REQUIRES: search

// A batch, a stride and odd extents: nine loops. The bias is a part of the task.
// ONE-COUNT-1: func.func
// ONE-NOT: func.func
// WINDOW: transform.apply_patterns.linalg.fold_unit_extent_dims_via_slices
// WINDOW: transform.structured.vectorize
// DEEP: knob<"cache_k">
// DEEP: transform.structured.hoist_pad
// DEEP: transform.apply_patterns.linalg.fold_unit_extent_dims_via_slices
// CHANNELS: transform.structured.pack
// CHANNELS: transform.apply_patterns.linalg.fold_unit_extent_dims_via_slices

//--- volume.mlir
#image = affine_map<(n, d, h, w, c) -> (n, d, h, w, c)>
#channel = affine_map<(n, d, h, w, c) -> (c)>
func.func @volume(%x: tensor<2x5x7x11x5xf32>, %k: tensor<3x3x3x5x13xf32>,
                  %b: tensor<13xf32>) -> tensor<2x3x3x5x13xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x3x3x5x13xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x3x3x5x13xf32>)
      -> tensor<2x3x3x5x13xf32>
  %sums = linalg.conv_3d_ndhwc_dhwcf
      {dilations = dense<1> : tensor<3xi64>,
       strides = dense<[1, 2, 2]> : tensor<3xi64>}
      ins(%x, %k : tensor<2x5x7x11x5xf32>, tensor<3x3x3x5x13xf32>)
      outs(%zeros : tensor<2x3x3x5x13xf32>) -> tensor<2x3x3x5x13xf32>
  %r = linalg.generic
      {indexing_maps = [#image, #channel, #image],
       iterator_types = ["parallel", "parallel", "parallel", "parallel",
                         "parallel"]}
      ins(%sums, %b : tensor<2x3x3x5x13xf32>, tensor<13xf32>)
      outs(%empty : tensor<2x3x3x5x13xf32>) {
  ^bb0(%element: f32, %bias: f32, %out: f32):
    %sum = arith.addf %element, %bias : f32
    linalg.yield %sum : f32
  } -> tensor<2x3x3x5x13xf32>
  return %r : tensor<2x3x3x5x13xf32>
}

//--- planes-first.mlir
func.func @planes_first(%x: tensor<2x3x5x6x9xf32>, %k: tensor<16x3x3x3x3xf32>)
    -> tensor<2x16x3x4x7xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x16x3x4x7xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x16x3x4x7xf32>)
      -> tensor<2x16x3x4x7xf32>
  %r = linalg.conv_3d_ncdhw_fcdhw
      {dilations = dense<1> : tensor<3xi64>, strides = dense<1> : tensor<3xi64>}
      ins(%x, %k : tensor<2x3x5x6x9xf32>, tensor<16x3x3x3x3xf32>)
      outs(%zeros : tensor<2x16x3x4x7xf32>) -> tensor<2x16x3x4x7xf32>
  return %r : tensor<2x16x3x4x7xf32>
}

//--- pooling.mlir
func.func @pooling(%x: tensor<1x5x6x7x24xf32>) -> tensor<1x3x4x3x24xf32> {
  %least = arith.constant 0xFF800000 : f32
  %window = tensor.empty() : tensor<3x3x3xf32>
  %empty = tensor.empty() : tensor<1x3x4x3x24xf32>
  %none = linalg.fill ins(%least : f32) outs(%empty : tensor<1x3x4x3x24xf32>)
      -> tensor<1x3x4x3x24xf32>
  %r = linalg.pooling_ndhwc_max
      {dilations = dense<1> : tensor<3xi64>,
       strides = dense<[1, 1, 2]> : tensor<3xi64>}
      ins(%x, %window : tensor<1x5x6x7x24xf32>, tensor<3x3x3xf32>)
      outs(%none : tensor<1x3x4x3x24xf32>) -> tensor<1x3x4x3x24xf32>
  return %r : tensor<1x3x4x3x24xf32>
}

//--- depthwise.mlir
func.func @depthwise(%x: tensor<1x4x5x10x19xf32>, %k: tensor<2x3x3x19xf32>)
    -> tensor<1x3x3x8x19xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x3x3x8x19xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x3x3x8x19xf32>)
      -> tensor<1x3x3x8x19xf32>
  %r = linalg.depthwise_conv_3d_ndhwc_dhwc
      {dilations = dense<1> : tensor<3xi64>, strides = dense<1> : tensor<3xi64>}
      ins(%x, %k : tensor<1x4x5x10x19xf32>, tensor<2x3x3x19xf32>)
      outs(%zeros : tensor<1x3x3x8x19xf32>) -> tensor<1x3x3x8x19xf32>
  return %r : tensor<1x3x3x8x19xf32>
}

//--- line.mlir
// A dilated window of a line.
func.func @line(%x: tensor<2x35x6xf32>, %k: tensor<3x6x40xf32>)
    -> tensor<2x16x40xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x16x40xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x16x40xf32>)
      -> tensor<2x16x40xf32>
  %r = linalg.conv_1d_nwc_wcf
      {dilations = dense<2> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>}
      ins(%x, %k : tensor<2x35x6xf32>, tensor<3x6x40xf32>)
      outs(%zeros : tensor<2x16x40xf32>) -> tensor<2x16x40xf32>
  return %r : tensor<2x16x40xf32>
}

//--- least.mlir
// Upstream decomposes sums and maxima only.
func.func @least(%x: tensor<1x9x13x32xf32>) -> tensor<1x7x11x32xf32> {
  %most = arith.constant 0x7F800000 : f32
  %window = tensor.empty() : tensor<3x3xf32>
  %empty = tensor.empty() : tensor<1x7x11x32xf32>
  %none = linalg.fill ins(%most : f32) outs(%empty : tensor<1x7x11x32xf32>)
      -> tensor<1x7x11x32xf32>
  %r = linalg.pooling_nhwc_min
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %window : tensor<1x9x13x32xf32>, tensor<3x3xf32>)
      outs(%none : tensor<1x7x11x32xf32>) -> tensor<1x7x11x32xf32>
  return %r : tensor<1x7x11x32xf32>
}

//--- deep.mlir
func.func @deep(%x: tensor<1x4x6x9x256xf32>, %k: tensor<2x3x3x256x80xf32>, %b: tensor<80xf32>) -> tensor<1x3x4x4x80xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x3x4x4x80xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x3x4x4x80xf32>) -> tensor<1x3x4x4x80xf32>
  %sums = linalg.conv_3d_ndhwc_dhwcf
      {dilations = dense<1> : tensor<3xi64>, strides = dense<[1, 1, 2]> : tensor<3xi64>}
      ins(%x, %k : tensor<1x4x6x9x256xf32>, tensor<2x3x3x256x80xf32>) outs(%zeros : tensor<1x3x4x4x80xf32>) -> tensor<1x3x4x4x80xf32>
  %r = linalg.generic
      {indexing_maps = [affine_map<(n, d, h, w, c) -> (n, d, h, w, c)>, affine_map<(n, d, h, w, c) -> (c)>, affine_map<(n, d, h, w, c) -> (n, d, h, w, c)>],
       iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%sums, %b : tensor<1x3x4x4x80xf32>, tensor<80xf32>) outs(%empty : tensor<1x3x4x4x80xf32>) {
  ^bb0(%element: f32, %bias: f32, %out: f32):
    %sum = arith.addf %element, %bias : f32
    linalg.yield %sum : f32
  } -> tensor<1x3x4x4x80xf32>
  return %r : tensor<1x3x4x4x80xf32>
}

//--- uneven-line.mlir
func.func @line(%x: tensor<2x21x288xf32>, %k: tensor<3x288x37xf32>) -> tensor<2x19x37xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x19x37xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x19x37xf32>) -> tensor<2x19x37xf32>
  %r = linalg.conv_1d_nwc_wcf ins(%x, %k : tensor<2x21x288xf32>, tensor<3x288x37xf32>)
      outs(%zeros : tensor<2x19x37xf32>) -> tensor<2x19x37xf32>
  return %r : tensor<2x19x37xf32>
}
