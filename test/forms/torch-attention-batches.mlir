// Attention of torch-mlir for two sequences: batches and heads are collapsed for
// the products, expanded for the mask, and expanded again behind. One task. Nor
// are keys and values repeated for the heads that share them.
// RUN: %as-opt --autoschedule --emit=tasks --trials=0 --records=none --progress=none %s -o - | FileCheck %s --check-prefix=TASKS
// TASKS-NOT: tensor<2x2x48x32xf32>
// TASKS-COUNT-3: as.task =
// TASKS-NOT: as.task =
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=attention --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=repeated --runs=0

#all = affine_map<(b, h, i, j) -> (b, h, i, j)>
#row = affine_map<(b, h, i, j) -> (b, h, i, 0)>
#mask = affine_map<(b, h, i, j) -> (b, 0, 0, j)>
#moved = affine_map<(b, h, i, j) -> (b, i, h, j)>
#turned = affine_map<(b, h, i, j) -> (b, j, h, i)>
#back = affine_map<(b, i, h, j) -> (b, h, i, j)>
#same = affine_map<(b, i, h, j) -> (b, i, h, j)>
func.func @attention(%x: tensor<2x32x96xf32>, %y: tensor<2x48x96xf32>, %z: tensor<2x48x96xf32>, %m: tensor<2x1x1x48xf32>) -> tensor<2x32x96xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %factor = arith.constant 8.0 : f32
  %x4 = tensor.expand_shape %x [[0], [1], [2, 3]] output_shape [2, 32, 3, 32] : tensor<2x32x96xf32> into tensor<2x32x3x32xf32>
  %y4 = tensor.expand_shape %y [[0], [1], [2, 3]] output_shape [2, 48, 3, 32] : tensor<2x48x96xf32> into tensor<2x48x3x32xf32>
  %z4 = tensor.expand_shape %z [[0], [1], [2, 3]] output_shape [2, 48, 3, 32] : tensor<2x48x96xf32> into tensor<2x48x3x32xf32>
  %eq = tensor.empty() : tensor<2x3x32x32xf32>
  %ek = tensor.empty() : tensor<2x3x32x48xf32>
  %ev = tensor.empty() : tensor<2x3x48x32xf32>
  %q = linalg.generic {indexing_maps = [#moved, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x4 : tensor<2x32x3x32xf32>) outs(%eq : tensor<2x3x32x32xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2x3x32x32xf32>
  %k = linalg.generic {indexing_maps = [#turned, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%y4 : tensor<2x48x3x32xf32>) outs(%ek : tensor<2x3x32x48xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2x3x32x48xf32>
  %v = linalg.generic {indexing_maps = [#moved, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%z4 : tensor<2x48x3x32xf32>) outs(%ev : tensor<2x3x48x32xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2x3x48x32xf32>
  %q3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x3x32x32xf32> into tensor<6x32x32xf32>
  %k3 = tensor.collapse_shape %k [[0, 1], [2], [3]] : tensor<2x3x32x48xf32> into tensor<6x32x48xf32>
  %es = tensor.empty() : tensor<6x32x48xf32>
  %s_0 = linalg.fill ins(%zero : f32) outs(%es : tensor<6x32x48xf32>) -> tensor<6x32x48xf32>
  %s3 = linalg.batch_matmul ins(%q3, %k3 : tensor<6x32x32xf32>, tensor<6x32x48xf32>) outs(%s_0 : tensor<6x32x48xf32>) -> tensor<6x32x48xf32>
  %s4 = tensor.expand_shape %s3 [[0, 1], [2], [3]] output_shape [2, 3, 32, 48] : tensor<6x32x48xf32> into tensor<2x3x32x48xf32>
  %s = linalg.generic {indexing_maps = [#all, #mask, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s4, %m : tensor<2x3x32x48xf32>, tensor<2x1x1x48xf32>) outs(%ek : tensor<2x3x32x48xf32>) {
  ^bb0(%in: f32, %b: f32, %out: f32):
    %0 = arith.divf %in, %factor : f32
    %1 = arith.addf %0, %b : f32
    linalg.yield %1 : f32
  } -> tensor<2x3x32x48xf32>
  %er = tensor.empty() : tensor<2x3x32x1xf32>
  %max_0 = linalg.fill ins(%least : f32) outs(%er : tensor<2x3x32x1xf32>) -> tensor<2x3x32x1xf32>
  %max = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%s : tensor<2x3x32x48xf32>) outs(%max_0 : tensor<2x3x32x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<2x3x32x1xf32>
  %d = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s, %max : tensor<2x3x32x48xf32>, tensor<2x3x32x1xf32>) outs(%ek : tensor<2x3x32x48xf32>) {
  ^bb0(%in: f32, %b: f32, %out: f32):
    %0 = arith.subf %in, %b : f32
    linalg.yield %0 : f32
  } -> tensor<2x3x32x48xf32>
  %e = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%d : tensor<2x3x32x48xf32>) outs(%ek : tensor<2x3x32x48xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<2x3x32x48xf32>
  %sum_0 = linalg.fill ins(%zero : f32) outs(%er : tensor<2x3x32x1xf32>) -> tensor<2x3x32x1xf32>
  %sum = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%e : tensor<2x3x32x48xf32>) outs(%sum_0 : tensor<2x3x32x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<2x3x32x1xf32>
  %w = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%e, %sum : tensor<2x3x32x48xf32>, tensor<2x3x32x1xf32>) outs(%ek : tensor<2x3x32x48xf32>) {
  ^bb0(%in: f32, %b: f32, %out: f32):
    %0 = arith.divf %in, %b : f32
    linalg.yield %0 : f32
  } -> tensor<2x3x32x48xf32>
  %w3 = tensor.collapse_shape %w [[0, 1], [2], [3]] : tensor<2x3x32x48xf32> into tensor<6x32x48xf32>
  %v3 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x3x48x32xf32> into tensor<6x48x32xf32>
  %eo = tensor.empty() : tensor<6x32x32xf32>
  %o_0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<6x32x32xf32>) -> tensor<6x32x32xf32>
  %o3 = linalg.batch_matmul ins(%w3, %v3 : tensor<6x32x48xf32>, tensor<6x48x32xf32>) outs(%o_0 : tensor<6x32x32xf32>) -> tensor<6x32x32xf32>
  %o4 = tensor.expand_shape %o3 [[0, 1], [2], [3]] output_shape [2, 3, 32, 32] : tensor<6x32x32xf32> into tensor<2x3x32x32xf32>
  %et = tensor.empty() : tensor<2x32x3x32xf32>
  %t = linalg.generic {indexing_maps = [#back, #same], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%o4 : tensor<2x3x32x32xf32>) outs(%et : tensor<2x32x3x32xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2x32x3x32xf32>
  %r = tensor.collapse_shape %t [[0], [1], [2, 3]] : tensor<2x32x3x32xf32> into tensor<2x32x96xf32>
  return %r : tensor<2x32x96xf32>
}

#three = affine_map<(h, i, j) -> (h, i, j)>
#row3 = affine_map<(h, i, j) -> (h, i, 0)>
#keys = affine_map<(g, h, j, k) -> (g, j, k)>
#four = affine_map<(g, h, j, k) -> (g, h, j, k)>
#swapped = affine_map<(h, k, j) -> (h, j, k)>
func.func @repeated(%q: tensor<4x32x32xf32>, %y: tensor<2x48x32xf32>, %z: tensor<2x48x32xf32>) -> tensor<4x32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %factor = arith.constant 0.125 : f32
  %e4 = tensor.empty() : tensor<2x2x48x32xf32>
  %y4 = linalg.generic {indexing_maps = [#keys, #four], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%y : tensor<2x48x32xf32>) outs(%e4 : tensor<2x2x48x32xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2x2x48x32xf32>
  %z4 = linalg.generic {indexing_maps = [#keys, #four], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%z : tensor<2x48x32xf32>) outs(%e4 : tensor<2x2x48x32xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2x2x48x32xf32>
  %y3 = tensor.collapse_shape %y4 [[0, 1], [2], [3]] : tensor<2x2x48x32xf32> into tensor<4x48x32xf32>
  %v = tensor.collapse_shape %z4 [[0, 1], [2], [3]] : tensor<2x2x48x32xf32> into tensor<4x48x32xf32>
  %ek = tensor.empty() : tensor<4x32x48xf32>
  %k = linalg.generic {indexing_maps = [#swapped, #three], iterator_types = ["parallel", "parallel", "parallel"]} ins(%y3 : tensor<4x48x32xf32>) outs(%ek : tensor<4x32x48xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<4x32x48xf32>
  %s_0 = linalg.fill ins(%zero : f32) outs(%ek : tensor<4x32x48xf32>) -> tensor<4x32x48xf32>
  %s0 = linalg.batch_matmul ins(%q, %k : tensor<4x32x32xf32>, tensor<4x32x48xf32>) outs(%s_0 : tensor<4x32x48xf32>) -> tensor<4x32x48xf32>
  %s = linalg.generic {indexing_maps = [#three, #three], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s0 : tensor<4x32x48xf32>) outs(%ek : tensor<4x32x48xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %p = arith.cmpi sle, %j, %i : index
    %0 = arith.mulf %in, %factor : f32
    %1 = arith.select %p, %0, %least : f32
    linalg.yield %1 : f32
  } -> tensor<4x32x48xf32>
  %er = tensor.empty() : tensor<4x32x1xf32>
  %max_0 = linalg.fill ins(%least : f32) outs(%er : tensor<4x32x1xf32>) -> tensor<4x32x1xf32>
  %max = linalg.generic {indexing_maps = [#three, #row3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s : tensor<4x32x48xf32>) outs(%max_0 : tensor<4x32x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4x32x1xf32>
  %e = linalg.generic {indexing_maps = [#three, #row3, #three], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %max : tensor<4x32x48xf32>, tensor<4x32x1xf32>) outs(%ek : tensor<4x32x48xf32>) {
  ^bb0(%in: f32, %b: f32, %out: f32):
    %0 = arith.subf %in, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x32x48xf32>
  %sum_0 = linalg.fill ins(%zero : f32) outs(%er : tensor<4x32x1xf32>) -> tensor<4x32x1xf32>
  %sum = linalg.generic {indexing_maps = [#three, #row3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<4x32x48xf32>) outs(%sum_0 : tensor<4x32x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4x32x1xf32>
  %w = linalg.generic {indexing_maps = [#three, #row3, #three], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %sum : tensor<4x32x48xf32>, tensor<4x32x1xf32>) outs(%ek : tensor<4x32x48xf32>) {
  ^bb0(%in: f32, %b: f32, %out: f32):
    %0 = arith.divf %in, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4x32x48xf32>
  %eo = tensor.empty() : tensor<4x32x32xf32>
  %o_0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
  %r = linalg.batch_matmul ins(%w, %v : tensor<4x32x48xf32>, tensor<4x48x32xf32>) outs(%o_0 : tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
  return %r : tensor<4x32x32xf32>
}
