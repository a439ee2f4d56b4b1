// A product that is summed over two loops and whose operands share a third: its
// channels are not the lanes of its result, and are not packed as such.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --fp=strict %s -o %t.mlir 2> %t.log
// RUN: %as-run %t.mlir --compare=%s --runs=0 | FileCheck %s
// CHECK: results: equal

func.func @shared(%a: tensor<4x6x64xf32>, %b: tensor<4x6x64x5xf32>) -> tensor<5x6xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<5x6xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<5x6xf32>) -> tensor<5x6xf32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(j, k, b, l) -> (k, b, l)>,
                       affine_map<(j, k, b, l) -> (k, b, l, j)>,
                       affine_map<(j, k, b, l) -> (j, b)>],
      iterator_types = ["parallel", "reduction", "parallel", "reduction"]}
      ins(%a, %b : tensor<4x6x64xf32>, tensor<4x6x64x5xf32>)
      outs(%zeros : tensor<5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %product = arith.mulf %x, %y : f32
    %new = arith.addf %old, %product : f32
    linalg.yield %new : f32
  } -> tensor<5x6xf32>
  %r = linalg.tanh ins(%sum : tensor<5x6xf32>) outs(%empty : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}
