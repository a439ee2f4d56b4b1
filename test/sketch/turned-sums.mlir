// Sums whose loops go along the results first, but whose operand lies along the results, as
// `for j: for i: s[j] += A[i][j]` becomes: rows of it are columns in memory. The loops change
// places (lib/graph/layout/order-loops.c), so that pieces of it go by in the order of memory.

// RUN: %as-opt --autoschedule --trials=4 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --runs=0
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=sketches %s | FileCheck %s
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
