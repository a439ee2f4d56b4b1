// No rule derives what upstream or LLVM cannot build.

// RUN: %as-opt --autoschedule --trials=128 --measure=static --records=none --progress=none --report=%t.json %s -o %t.mlir
// RUN: FileCheck %s < %t.json --implicit-check-not='"outcome":"build-'
// CHECK: "totals":{{.*}}"build-failed":0,{{.*}}"build-crashed":0

// An operand at a constant index, with more dimensions than there are loops.
#id = affine_map<(i, j) -> (i, j)>
func.func @slice(%a: tensor<5x20xi16>, %b: tensor<5x3x20xi16>) -> tensor<5x20xi16> {
  %e = tensor.empty() : tensor<5x20xi16>
  %r = linalg.generic {
      indexing_maps = [#id, affine_map<(i, j) -> (i, 1, j)>, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<5x20xi16>, tensor<5x3x20xi16>) outs(%e : tensor<5x20xi16>) {
  ^bb0(%x: i16, %y: i16, %o: i16):
    %s = arith.addi %x, %y : i16
    linalg.yield %s : i16
  } -> tensor<5x20xi16>
  return %r : tensor<5x20xi16>
}

// A filter of one number: there is nothing to pack.
func.func @uniform(%x: tensor<2x7x4x2x8xf32>) -> tensor<2x3x4x2x8xf32> {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %f = tensor.empty() : tensor<1x1x1x8x8xf32>
  %ones = linalg.fill ins(%one : f32) outs(%f : tensor<1x1x1x8x8xf32>) -> tensor<1x1x1x8x8xf32>
  %e = tensor.empty() : tensor<2x3x4x2x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3x4x2x8xf32>) -> tensor<2x3x4x2x8xf32>
  %r = linalg.conv_3d_ndhwc_dhwcf {dilations = dense<[2, 1, 1]> : tensor<3xi64>, strides = dense<[3, 1, 1]> : tensor<3xi64>}
      ins(%x, %ones : tensor<2x7x4x2x8xf32>, tensor<1x1x1x8x8xf32>)
      outs(%zeros : tensor<2x3x4x2x8xf32>) -> tensor<2x3x4x2x8xf32>
  %m = linalg.min ins(%r, %r : tensor<2x3x4x2x8xf32>, tensor<2x3x4x2x8xf32>)
      outs(%e : tensor<2x3x4x2x8xf32>) -> tensor<2x3x4x2x8xf32>
  return %m : tensor<2x3x4x2x8xf32>
}

// Rows of 9 and 17 elements of bf16, where LLVM dies of some.
func.func @turn(%a: tensor<65x17x9xbf16>) -> tensor<65x9x17xbf16> {
  %e = tensor.empty() : tensor<65x9x17xbf16>
  %r = linalg.transpose ins(%a : tensor<65x17x9xbf16>) outs(%e : tensor<65x9x17xbf16>) permutation = [0, 2, 1]
  return %r : tensor<65x9x17xbf16>
}

func.func @select(%c: tensor<17xi1>, %a: tensor<17xbf16>, %b: tensor<17xbf16>) -> tensor<17xbf16> {
  %e = tensor.empty() : tensor<17xbf16>
  %r = linalg.select ins(%c, %a, %b : tensor<17xi1>, tensor<17xbf16>, tensor<17xbf16>)
      outs(%e : tensor<17xbf16>) -> tensor<17xbf16>
  return %r : tensor<17xbf16>
}

func.func @softmax(%x: tensor<33x70xf32>) -> tensor<33x70xf32> {
  %e = tensor.empty() : tensor<33x70xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<33x70xf32>) outs(%e : tensor<33x70xf32>) -> tensor<33x70xf32>
  return %r : tensor<33x70xf32>
}

// Sums of one product each: the copy that makes the channels contiguous goes
// along them.
func.func @unit_depth(%a: tensor<3x2x4x1xf32>, %b: tensor<3x2x8x1xf32>) -> tensor<3x3x4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x3x4x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x3x4x8xf32>) -> tensor<3x3x4x8xf32>
  %r = linalg.mmt4d ins(%a, %b : tensor<3x2x4x1xf32>, tensor<3x2x8x1xf32>)
      outs(%f : tensor<3x3x4x8xf32>) -> tensor<3x3x4x8xf32>
  return %r : tensor<3x3x4x8xf32>
}

// Channels last in the filter, not in the result, of which a tile may be a
// single pixel.
func.func @hwcf(%x: tensor<1x4x9x9xf32>, %w: tensor<3x3x4x16xf32>) -> tensor<1x16x7x7xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x16x7x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x7x7xf32>) -> tensor<1x16x7x7xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(n, f, y, x, c, h, w) -> (n, c, y + h, x + w)>,
                       affine_map<(n, f, y, x, c, h, w) -> (h, w, c, f)>,
                       affine_map<(n, f, y, x, c, h, w) -> (n, f, y, x)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel",
                        "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x4x9x9xf32>, tensor<3x3x4x16xf32>) outs(%f : tensor<1x16x7x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x16x7x7xf32>
  return %r : tensor<1x16x7x7xf32>
}

// A sum of a single row: there are no pieces of it.
func.func @single_row(%a: tensor<1x48xf64>, %b: tensor<1xf64>, %c: tensor<48xf64>) -> tensor<48xf64> {
  %r = linalg.vecmat ins(%b, %a : tensor<1xf64>, tensor<1x48xf64>)
      outs(%c : tensor<48xf64>) -> tensor<48xf64>
  return %r : tensor<48xf64>
}

// A reduction in order behind a window, of constants.
func.func @pooled_argmax() -> tensor<1x16x14xi32> {
  %zero = arith.constant 0.0 : f32
  %x = arith.constant dense<2.0> : tensor<1x46x28x3xf32>
  %least = arith.constant -64.0 : f32
  %w = tensor.empty() : tensor<1x2xf32>
  %e = tensor.empty() : tensor<1x16x14x3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x14x3xf32>) -> tensor<1x16x14x3xf32>
  %p = linalg.pooling_nhwc_sum {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>}
      ins(%x, %w : tensor<1x46x28x3xf32>, tensor<1x2xf32>)
      outs(%f : tensor<1x16x14x3xf32>) -> tensor<1x16x14x3xf32>
  %me = tensor.empty() : tensor<1x16x14xf32>
  %m = linalg.fill ins(%least : f32) outs(%me : tensor<1x16x14xf32>) -> tensor<1x16x14xf32>
  %i = arith.constant dense<0> : tensor<1x16x14xi32>
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>,
                       affine_map<(a, b, c, d) -> (a, b, c)>,
                       affine_map<(a, b, c, d) -> (a, b, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%p : tensor<1x16x14x3xf32>) outs(%m, %i : tensor<1x16x14xf32>, tensor<1x16x14xi32>) {
  ^bb0(%v: f32, %most: f32, %where: i32):
    %d = linalg.index 3 : index
    %here = arith.index_cast %d : index to i32
    %more = arith.cmpf ogt, %v, %most : f32
    %s = arith.select %more, %v, %most : f32
    %t = arith.select %more, %here, %where : i32
    linalg.yield %s, %t : f32, i32
  } -> (tensor<1x16x14xf32>, tensor<1x16x14xi32>)
  return %r#1 : tensor<1x16x14xi32>
}

// What follows a window reads the sum and overwrites it.
func.func @overwritten(%x: tensor<3x17x18xi32>, %w: tensor<17x3xi32>, %acc: tensor<3x17x16xi32>)
    -> tensor<3x17x16xi32> {
  %c = linalg.depthwise_conv_1d_ncw_cw
      ins(%x, %w : tensor<3x17x18xi32>, tensor<17x3xi32>)
      outs(%acc : tensor<3x17x16xi32>) -> tensor<3x17x16xi32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%c : tensor<3x17x16xi32>) outs(%c : tensor<3x17x16xi32>) {
  ^bb0(%a: i32, %o: i32):
    %m = arith.muli %a, %o : i32
    linalg.yield %m : i32
  } -> tensor<3x17x16xi32>
  return %r : tensor<3x17x16xi32>
}

// A copy of the program's own behind a contraction whose operand is packed, and
// behind one whose result is kept: the copies of tiles are others.
func.func @own_copy(%a: tensor<15x100xf32>, %b: tensor<100x64xf32>) -> tensor<15x64x1xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<15x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<15x64xf32>) -> tensor<15x64xf32>
  %r = linalg.matmul ins(%a, %b : tensor<15x100xf32>, tensor<100x64xf32>)
      outs(%zeros : tensor<15x64xf32>) -> tensor<15x64xf32>
  %c = linalg.copy ins(%r : tensor<15x64xf32>) outs(%e : tensor<15x64xf32>) -> tensor<15x64xf32>
  %w = tensor.expand_shape %c [[0], [1, 2]] output_shape [15, 64, 1] : tensor<15x64xf32> into tensor<15x64x1xf32>
  return %w : tensor<15x64x1xf32>
}

func.func @own_copy_of_i1(%a: tensor<1x1x100xi1>, %b: tensor<15x1x1xi1>) -> tensor<15x100xi1> {
  %no = arith.constant dense<false> : tensor<15x100xi1>
  %e = tensor.empty() : tensor<15x100xi1>
  %r = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d3, d0, d1)>,
                       affine_map<(d0, d1, d2, d3) -> (d2, d0, d3)>,
                       affine_map<(d0, d1, d2, d3) -> (d2, d1)>],
      iterator_types = ["reduction", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<1x1x100xi1>, tensor<15x1x1xi1>) outs(%no : tensor<15x100xi1>) {
  ^bb0(%x: i1, %y: i1, %sum: i1):
    %0 = arith.muli %x, %y : i1
    %1 = arith.addi %sum, %0 : i1
    linalg.yield %1 : i1
  } -> tensor<15x100xi1>
  %s = linalg.select ins(%r, %r, %r : tensor<15x100xi1>, tensor<15x100xi1>, tensor<15x100xi1>)
      outs(%e : tensor<15x100xi1>) -> tensor<15x100xi1>
  %c = linalg.copy ins(%s : tensor<15x100xi1>) outs(%e : tensor<15x100xi1>) -> tensor<15x100xi1>
  return %c : tensor<15x100xi1>
}
