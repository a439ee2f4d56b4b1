// Sums whose loops go along the results first, but whose operand lies along the results, as
// `for j: for i: s[j] += A[i][j]` becomes: rows of it are columns in memory, so pieces of it
// may go by in the order of memory as well.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 4
// RUN: FileCheck %s < %t/sketches
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=schedule %s | FileCheck %s --check-prefix=CHOSEN
// REQUIRES: search

// CHECK: "cache_k"
// CHOSEN-NOT: tile_reduction_using_for
// CHOSEN: transform.structured.vectorize
// CHOSEN-NOT: tile_reduction_using_for

func.func @columns(%b: tensor<80x67xf32>) -> tensor<67xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<67xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<67xf32>) -> tensor<67xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(j,k)->(k,j)>, affine_map<(j,k)->(j)>], iterator_types=["parallel","reduction"]} ins(%b : tensor<80x67xf32>) outs(%f : tensor<67xf32>) {
  ^bb0(%y: f32, %o: f32):
    %3 = arith.addf %o, %y : f32
    linalg.yield %3 : f32
  } -> tensor<67xf32>
  return %0 : tensor<67xf32>
}
