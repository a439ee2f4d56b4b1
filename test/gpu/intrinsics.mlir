// Intrinsics work on multi-dimensional vectors too: each thread has such a tile
// of a product, and gelu takes its absolute value and sign.
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_80 --measure=static --records=none \
// RUN:   --trials=4 --build-timeout=60 --progress=none --emit=ptx --report=%t.json %s -o %t.ptx
// RUN: FileCheck %s < %t.json
// CHECK: "estimated":4,"build-failed":0,
// CHECK: "sketch":"tile+contract"
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// PTX: abs.f32

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
func.func @matmul_bias_gelu(%a: tensor<16x32xf32>, %b: tensor<32x24xf32>, %bias: tensor<24xf32>) -> tensor<16x24xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x24xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x24xf32>) -> tensor<16x24xf32>
  %c = linalg.matmul ins(%a, %b : tensor<16x32xf32>, tensor<32x24xf32>) outs(%init : tensor<16x24xf32>) -> tensor<16x24xf32>
  %biased = linalg.generic {
      indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : tensor<16x24xf32>, tensor<24xf32>) outs(%empty : tensor<16x24xf32>) {
  ^bb0(%v: f32, %w: f32, %out: f32):
    %r = arith.addf %v, %w : f32
    linalg.yield %r : f32
  } -> tensor<16x24xf32>
  %d = linalg.generic {
      indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%biased : tensor<16x24xf32>) outs(%empty : tensor<16x24xf32>) {
  ^bb0(%v: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %root = arith.constant 0.707106769 : f32
    %0 = arith.mulf %v, %root : f32
    %1 = math.erf %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.mulf %v, %half : f32
    %r = arith.mulf %2, %3 : f32
    linalg.yield %r : f32
  } -> tensor<16x24xf32>
  return %d : tensor<16x24xf32>
}
