// No rule derives what upstream or LLVM cannot build.

// RUN: %as-opt --autoschedule --trials=64 --measure=static --records=none --progress=none --report=%t.json %s -o %t.mlir
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
