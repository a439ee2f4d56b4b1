// A product of few rows by quantised weights that lie along what is summed up:
// they are widened by vectors, each for several rows, and there is no other
// sketch but the loops as they are. Weights of four bits are taken out of a
// vector of bytes. Both factors may be widened, as those of f16.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 4
// RUN: FileCheck %s --check-prefix=SKETCHES < %t/sketches
// RUN: not grep hoist_pad %t/sketches
// RUN: %as-opt --autoschedule --stop-after=sample --trials=8 --records=none %s -o /dev/null 2> %t.log
// RUN: FileCheck %s --check-prefix=POINTS < %t.log
// REQUIRES: search

// Of w8 a group at a time, of w4 all numbers of a byte; f16 has no groups.
// SKETCHES-DAG: transform.structured.tile_reduction_using_for {{.*}} tile_sizes = [0, 0, 1, {{[0-9]+}}]
// SKETCHES-DAG: transform.structured.tile_reduction_using_for {{.*}} tile_sizes = [0, 0, 1, 2, {{[0-9]+}}]
// SKETCHES-DAG: transform.structured.tile_reduction_using_for {{.*}} tile_sizes = [0, 0, {{[0-9]+}}]

// POINTS-NOT: tile+
// POINTS: dots {"register_0":
// POINTS-NOT: tile+

func.func @products(%a8: tensor<13x256xf32>, %b8: tensor<46x8x32xi8>, %scale8: tensor<46x8xf32>,
    %a4: tensor<5x256xf32>, %b4: tensor<46x8x16xi8>, %scale4: tensor<46x8xf32>,
    %a16: tensor<18x256xf16>, %b16: tensor<46x256xf16>)
    -> (tensor<13x46xf32>, tensor<5x46xf32>, tensor<18x46xf32>) {
  %zero8 = arith.constant 0.0 : f32
  %empty8 = tensor.empty() : tensor<46x8x32xf32>
  %wide8 = linalg.generic {indexing_maps = [
      affine_map<(n, g, k) -> (n, g, k)>, affine_map<(n, g, k) -> (n, g)>,
      affine_map<(n, g, k) -> (n, g, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%b8, %scale8 : tensor<46x8x32xi8>, tensor<46x8xf32>) outs(%empty8 : tensor<46x8x32xf32>) {
  ^bb0(%w: i8, %s: f32, %out: f32):
    %0 = arith.sitofp %w : i8 to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<46x8x32xf32>
  %rows8 = tensor.collapse_shape %wide8 [[0], [1, 2]] : tensor<46x8x32xf32> into tensor<46x256xf32>
  %sums8 = tensor.empty() : tensor<13x46xf32>
  %zeros8 = linalg.fill ins(%zero8 : f32) outs(%sums8 : tensor<13x46xf32>) -> tensor<13x46xf32>
  %c8 = linalg.matmul indexing_maps = [
      affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
      affine_map<(m, n, k) -> (m, n)>]
      ins(%a8, %rows8 : tensor<13x256xf32>, tensor<46x256xf32>)
      outs(%zeros8 : tensor<13x46xf32>) -> tensor<13x46xf32>

  %zero4 = arith.constant 0.0 : f32
  %empty4 = tensor.empty() : tensor<46x8x16x2xf32>
  %shifts4 = arith.constant dense<[0, 4]> : tensor<2xi32>
  %mask4 = arith.constant 15 : i32
  %point4 = arith.constant 8 : i32
  %wide4 = linalg.generic {indexing_maps = [
      affine_map<(n, g, h, p) -> (n, g, h)>, affine_map<(n, g, h, p) -> (p)>,
      affine_map<(n, g, h, p) -> (n, g)>, affine_map<(n, g, h, p) -> (n, g, h, p)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b4, %shifts4, %scale4 : tensor<46x8x16xi8>, tensor<2xi32>, tensor<46x8xf32>)
      outs(%empty4 : tensor<46x8x16x2xf32>) {
  ^bb0(%w: i8, %shift: i32, %s: f32, %out: f32):
    %0 = arith.extui %w : i8 to i32
    %1 = arith.shrui %0, %shift : i32
    %2 = arith.andi %1, %mask4 : i32
    %3 = arith.subi %2, %point4 : i32
    %4 = arith.sitofp %3 : i32 to f32
    %5 = arith.mulf %4, %s : f32
    linalg.yield %5 : f32
  } -> tensor<46x8x16x2xf32>
  %rows4 = tensor.collapse_shape %wide4 [[0], [1, 2, 3]] : tensor<46x8x16x2xf32> into tensor<46x256xf32>
  %sums4 = tensor.empty() : tensor<5x46xf32>
  %zeros4 = linalg.fill ins(%zero4 : f32) outs(%sums4 : tensor<5x46xf32>) -> tensor<5x46xf32>
  %c4 = linalg.matmul indexing_maps = [
      affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
      affine_map<(m, n, k) -> (m, n)>]
      ins(%a4, %rows4 : tensor<5x256xf32>, tensor<46x256xf32>)
      outs(%zeros4 : tensor<5x46xf32>) -> tensor<5x46xf32>
  %sums16 = tensor.empty() : tensor<18x46xf32>
  %zeros16 = linalg.fill ins(%zero4 : f32) outs(%sums16 : tensor<18x46xf32>) -> tensor<18x46xf32>
  %c16 = linalg.matmul indexing_maps = [
      affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
      affine_map<(m, n, k) -> (m, n)>]
      ins(%a16, %b16 : tensor<18x256xf16>, tensor<46x256xf16>)
      outs(%zeros16 : tensor<18x46xf32>) -> tensor<18x46xf32>
  return %c8, %c4, %c16 : tensor<13x46xf32>, tensor<5x46xf32>, tensor<18x46xf32>
}
