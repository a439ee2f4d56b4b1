// Attention whose scores are the result of other attention: the product between
// the two belongs to both, and is replaced once.

// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --runs=0

#left = affine_map<(b, i, j, k) -> (b, i, k)>
#right = affine_map<(b, i, j, k) -> (b, k, j)>
#result = affine_map<(b, i, j, k) -> (b, i, j)>

func.func @chained(%x: tensor<2x64x16xf16>, %k: tensor<2x16x64xf16>, %v: tensor<2x64x48xf16>, %u: tensor<2x48x16xf16>) -> tensor<2x64x16xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<2x64x64xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x64x64xf32>) -> tensor<2x64x64xf32>
  %s = linalg.generic {indexing_maps = [#left, #right, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %k : tensor<2x64x16xf16>, tensor<2x16x64xf16>) outs(%fs : tensor<2x64x64xf32>) {
  ^bb0(%a: f16, %b: f16, %c: f32):
    %1 = arith.extf %a : f16 to f32
    %2 = arith.extf %b : f16 to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %c, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<2x64x64xf32>
  %wp = tensor.empty() : tensor<2x64x64xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<2x64x64xf32>) outs(%wp : tensor<2x64x64xf32>) -> tensor<2x64x64xf32>
  %et = tensor.empty() : tensor<2x64x48xf32>
  %ft = linalg.fill ins(%zero : f32) outs(%et : tensor<2x64x48xf32>) -> tensor<2x64x48xf32>
  %t = linalg.generic {indexing_maps = [#left, #right, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%p, %v : tensor<2x64x64xf32>, tensor<2x64x48xf16>) outs(%ft : tensor<2x64x48xf32>) {
  ^bb0(%a: f32, %b: f16, %c: f32):
    %2 = arith.extf %b : f16 to f32
    %3 = arith.mulf %a, %2 : f32
    %4 = arith.addf %c, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<2x64x48xf32>
  %wq = tensor.empty() : tensor<2x64x48xf32>
  %q = linalg.softmax dimension(2) ins(%t : tensor<2x64x48xf32>) outs(%wq : tensor<2x64x48xf32>) -> tensor<2x64x48xf32>
  %ey = tensor.empty() : tensor<2x64x16xf32>
  %fy = linalg.fill ins(%zero : f32) outs(%ey : tensor<2x64x16xf32>) -> tensor<2x64x16xf32>
  %y = linalg.generic {indexing_maps = [#left, #right, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %u : tensor<2x64x48xf32>, tensor<2x48x16xf16>) outs(%fy : tensor<2x64x16xf32>) {
  ^bb0(%a: f32, %b: f16, %c: f32):
    %2 = arith.extf %b : f16 to f32
    %3 = arith.mulf %a, %2 : f32
    %4 = arith.addf %c, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<2x64x16xf32>
  return %y : tensor<2x64x16xf32>
}
