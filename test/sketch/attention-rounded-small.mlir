// Few scores a head are not written either where copies of operands are small
// beside them. Powers behind the last key are zeros without a mask, as their
// scores are -inf.

// RUN: %as-opt --autoschedule --emit=tasks --trials=0 --records=none --progress=none %s -o - 2> %t | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir 2> %t
// RUN: %as-run %t.mlir --compare=%s --runs=0
// CHECK: func.func @attention
// CHECK-NOT: tensor.pad %{{(arg0|queries)}}
// CHECK-COUNT-2: tensor.pad {{.*}} low[0, 0, 0] high[0, {{11|27}}, 0]
// CHECK: as.task
// CHECK: arith.cmpi ult
// CHECK: math.exp
// CHECK-NOT: arith.cmpi
// CHECK: arith.divf

#all = affine_map<(b, i, j) -> (b, i, j)>
#row = affine_map<(b, i, j) -> (b, i)>
func.func @attention(%queries: tensor<4x132x32xf32>, %keys: tensor<4x197x32xf32>, %values: tensor<4x197x32xf32>) -> tensor<4x132x32xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %factor = arith.constant 0.125 : f32
  %scores = tensor.empty() : tensor<4x132x197xf32>
  %rows = tensor.empty() : tensor<4x132xf32>
  %empty = tensor.empty() : tensor<4x132x32xf32>
  %products_0 = linalg.fill ins(%zero : f32)
      outs(%scores : tensor<4x132x197xf32>) -> tensor<4x132x197xf32>
  %products = linalg.batch_matmul indexing_maps = [
      affine_map<(b, m, n, k) -> (b, m, k)>,
      affine_map<(b, m, n, k) -> (b, n, k)>,
      affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%queries, %keys : tensor<4x132x32xf32>, tensor<4x197x32xf32>)
      outs(%products_0 : tensor<4x132x197xf32>) -> tensor<4x132x197xf32>
  %scaled = linalg.generic {
      indexing_maps = [#all, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%products : tensor<4x132x197xf32>) outs(%scores : tensor<4x132x197xf32>) {
  ^bb0(%v: f32, %out: f32):
    %r = arith.mulf %v, %factor : f32
    linalg.yield %r : f32
  } -> tensor<4x132x197xf32>
  %largest_0 = linalg.fill ins(%lowest : f32)
      outs(%rows : tensor<4x132xf32>) -> tensor<4x132xf32>
  %largest = linalg.generic {
      indexing_maps = [#all, #row],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%scaled : tensor<4x132x197xf32>) outs(%largest_0 : tensor<4x132xf32>) {
  ^bb0(%v: f32, %most: f32):
    %r = arith.maximumf %v, %most : f32
    linalg.yield %r : f32
  } -> tensor<4x132xf32>
  %powers = linalg.generic {
      indexing_maps = [#all, #row, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scaled, %largest : tensor<4x132x197xf32>, tensor<4x132xf32>) outs(%scores : tensor<4x132x197xf32>) {
  ^bb0(%v: f32, %most: f32, %out: f32):
    %0 = arith.subf %v, %most : f32
    %r = math.exp %0 : f32
    linalg.yield %r : f32
  } -> tensor<4x132x197xf32>
  %total_0 = linalg.fill ins(%zero : f32)
      outs(%rows : tensor<4x132xf32>) -> tensor<4x132xf32>
  %total = linalg.generic {
      indexing_maps = [#all, #row],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%powers : tensor<4x132x197xf32>) outs(%total_0 : tensor<4x132xf32>) {
  ^bb0(%v: f32, %most: f32):
    %r = arith.addf %v, %most : f32
    linalg.yield %r : f32
  } -> tensor<4x132xf32>
  %weights = linalg.generic {
      indexing_maps = [#all, #row, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%powers, %total : tensor<4x132x197xf32>, tensor<4x132xf32>) outs(%scores : tensor<4x132x197xf32>) {
  ^bb0(%v: f32, %sum: f32, %out: f32):
    %r = arith.divf %v, %sum : f32
    linalg.yield %r : f32
  } -> tensor<4x132x197xf32>
  %result_0 = linalg.fill ins(%zero : f32)
      outs(%empty : tensor<4x132x32xf32>) -> tensor<4x132x32xf32>
  %result = linalg.batch_matmul
      ins(%weights, %values : tensor<4x132x197xf32>, tensor<4x197x32xf32>)
      outs(%result_0 : tensor<4x132x32xf32>) -> tensor<4x132x32xf32>
  return %result : tensor<4x132x32xf32>
}
