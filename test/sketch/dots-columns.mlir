// Dot products of many rows by a few columns, and of sums of two vectors and a
// rest.

// RUN: split-file %s %t
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %t/columns.mlir %t/columns 1 4
// RUN: FileCheck %s < %t/columns/sketches
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %t/short.mlir %t/short 1 4
// RUN: FileCheck %s < %t/short/sketches
// REQUIRES: search

// CHECK: transform.structured.tile_reduction_using_for {{.*}} tile_sizes = [0, 0, {{(0, )?}}{{[0-9]+}}]

//--- columns.mlir
func.func @columns(%a: tensor<60x256xf32>, %b: tensor<3x256xf32>) -> tensor<60x3xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<60x3xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<60x3xf32>) -> tensor<60x3xf32>
  %c = linalg.matmul indexing_maps = [
      affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
      affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<60x256xf32>, tensor<3x256xf32>)
      outs(%zeros : tensor<60x3xf32>) -> tensor<60x3xf32>
  return %c : tensor<60x3xf32>
}

//--- short.mlir
func.func @short(%a: tensor<3x2x39xf32>, %b: tensor<3x53x39xf32>) -> tensor<3x2x53xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3x2x53xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x2x53xf32>) -> tensor<3x2x53xf32>
  %c = linalg.batch_matmul indexing_maps = [
      affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>,
      affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%a, %b : tensor<3x2x39xf32>, tensor<3x53x39xf32>)
      outs(%zeros : tensor<3x2x53xf32>) -> tensor<3x2x53xf32>
  return %c : tensor<3x2x53xf32>
}
