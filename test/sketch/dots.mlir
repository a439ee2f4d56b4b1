// A product of few rows by a transposed matrix: both operands are read as
// vectors along what is summed up, nothing is packed, and partial sums of a
// register tile are merged at the end.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 4
// RUN: FileCheck %s --check-prefix=SKETCHES < %t/sketches
// RUN: %as-opt --autoschedule --stop-after=sample --trials=16 --records=none %s -o /dev/null 2> %t.log
// RUN: FileCheck %s --check-prefix=POINTS < %t.log
// RUN: %as-opt --autoschedule --strategy=random --trials=12 --threads=2 --records=none %s -o %t.mlir 2> %t.log
// RUN: FileCheck %s --check-prefix=TRIALS < %t.log
// REQUIRES: search

// SKETCHES: transform.structured.tile_reduction_using_for {{.*}} tile_sizes = [0, 0, {{[0-9]+}}]

// It is what the estimate finds best.
// POINTS: would be tried
// POINTS-NEXT: dots {"register_0":

// TRIALS: trials {{[1-9][0-9]*}} of {{[0-9]+}}, errors 0

func.func @dots(%a: tensor<6x256xf32>, %b: tensor<92x256xf32>) -> tensor<6x92xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<6x92xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<6x92xf32>) -> tensor<6x92xf32>
  %c = linalg.matmul indexing_maps = [
      affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
      affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<6x256xf32>, tensor<92x256xf32>)
      outs(%zeros : tensor<6x92xf32>) -> tensor<6x92xf32>
  %r = linalg.map { arith.maximumf } ins(%c, %zeros : tensor<6x92xf32>, tensor<6x92xf32>)
      outs(%empty : tensor<6x92xf32>)
  return %r : tensor<6x92xf32>
}
