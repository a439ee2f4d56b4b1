// A batch of products of few rows by transposed matrices, whose sums are no
// whole vectors: dot products as well, and what vectors leave over is peeled
// off.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 4
// RUN: FileCheck %s < %t/sketches
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t.parallel 2 2
// REQUIRES: search

// CHECK: transform.structured.tile_reduction_using_for {{.*}} tile_sizes = [0, 0, 0, {{[0-9]+}}]
// CHECK: scf-for-loop-peeling

func.func @dots(%a: tensor<6x3x147xf32>, %b: tensor<6x10x147xf32>) -> tensor<6x3x10xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<6x3x10xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<6x3x10xf32>) -> tensor<6x3x10xf32>
  %c = linalg.batch_matmul indexing_maps = [
      affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>,
      affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%a, %b : tensor<6x3x147xf32>, tensor<6x10x147xf32>)
      outs(%zeros : tensor<6x3x10xf32>) -> tensor<6x3x10xf32>
  return %c : tensor<6x3x10xf32>
}
