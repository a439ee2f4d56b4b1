// Tiles of one column, and of one row, call the same task with an array of two
// dimensions: a column has no rows of elements that follow each other, so that
// the task cannot take slices as they are. The tile of the result is read by the
// call that computes it.

// RUN: rm -rf %t && mkdir %t
// DEFINE: %{run} = %as-opt --autoschedule --trials=0 --records=none --progress=none
// RUN: %{run} --emit=schedule %s -o %t/chosen.mlir
// RUN: sed "s/= \[array<i64[^]]*\]/= [array<i64: 6, 1>, array<i64: 12, 1>, array<i64: 12, 1>]/g" %t/chosen.mlir > %t/tiles.mlir
// RUN: %{run} --kernels-from=%t/tiles.mlir %s -o %t/out.mlir
// RUN: %as-run %t/out.mlir --sizes=n=0,1,5,6,19,m=1,12,37,k=1,11,12,37 --compare=%s --runs=0 | FileCheck %s
// CHECK: {{^}}results: equal{{$}}

func.func @update(%x: tensor<?x?x?xi32> {as.sizes = ["n", "m", "k"]}, %y: tensor<?xi32>, %acc: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %y : tensor<?x?x?xi32>, tensor<?xi32>) outs(%acc : tensor<?x?x?xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %s = arith.muli %a, %b : i32
    %t = arith.addi %c, %s : i32
    linalg.yield %t : i32
  } -> tensor<?x?x?xi32>
  return %r : tensor<?x?x?xi32>
}
