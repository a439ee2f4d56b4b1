// Where the other operand of a product is transposed, what is packed of it is
// turned in squares of a vector each way: all tiles are whole squares, or the
// copies were of no static shape and could not become vectors. 12 lanes and
// pieces of 100 have no 8 rows or columns to copy at a time. Squares go by along
// the rows of what is read.

// RUN: %as-opt --autoschedule --emit=sketches --target=cpu:x86-64-v3 %s | FileCheck %s
// CHECK: transform.tune.knob<"cache_k"> options = [100, 200, 500]
// CHECK: transform.tune.knob<"register_1"> options = [4, 8, 12]
// CHECK: [[COPIES:%.*]] = transform.structured.match ops{["linalg.copy"]}
// CHECK-NEXT: transform.structured.tile_using_for [[COPIES]] tile_sizes [4, 4]
// CHECK: [[TURNS:%.*]] = transform.structured.match ops{["linalg.transpose"]}
// CHECK-NEXT: transform.structured.tile_using_for [[TURNS]] tile_sizes [4, 4] interchange = [1, 0]

// What is chosen builds.
// RUN: %as-opt --autoschedule --emit=schedule --trials=8 --measure=static --records=none --target=cpu:x86-64-v3 %s 2>&1 >/dev/null | FileCheck %s --check-prefix=BUILT
// BUILT: trials 8 of 8, errors 0

func.func @product(%a: tensor<120x1000xf64>, %b: tensor<120x1000xf64>)
    -> tensor<120x120xf64> {
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : tensor<120x120xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<120x120xf64>)
      -> tensor<120x120xf64>
  %product = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>,
                       affine_map<(i, j, k) -> (j, k)>,
                       affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<120x1000xf64>, tensor<120x1000xf64>)
      outs(%zeros : tensor<120x120xf64>) {
  ^bb0(%x: f64, %y: f64, %sum: f64):
    %xy = arith.mulf %x, %y : f64
    %next = arith.addf %sum, %xy : f64
    linalg.yield %next : f64
  } -> tensor<120x120xf64>
  return %product : tensor<120x120xf64>
}
