// Attention of bf16 where the processor sums up products of bf16: it is one task,
// whose products do so. Keys that lie along what is summed up are transposed
// before. By AVX2 operands are converted once; strictly there are three tasks.

// RUN: %as-opt --autoschedule --emit=tasks --target=cpu:znver4 --trials=0 --records=none --progress=none %s -o - | FileCheck %s --check-prefix=TASKS
// TASKS: linalg.transpose {{.*}} permutation = [0, 2, 1]
// TASKS: label = "contraction 2x24x64x32 + batch_matmul 2x24x32x64"
// TASKS: linalg.generic {{.*}} ins({{.*}} : tensor<2x24x32xbf16>, tensor<2x32x64xbf16>)
// TASKS-NOT: as.task =
// RUN: %as-opt --autoschedule --emit=lowered --target=cpu:znver4 --trials=0 --records=none --progress=none %s -o - | FileCheck %s --check-prefix=DOTS
// DOTS-COUNT-2: dpbf16ps
// RUN: %as-opt --autoschedule --emit=tasks --target=cpu:znver4 --fp=strict --trials=0 --records=none --progress=none %s -o - | FileCheck %s --check-prefix=STRICT
// STRICT-NOT: linalg.transpose
// STRICT: label = "batch_matmul 2x24x64x32 +elementwise"
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=in_order --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=turned --runs=0

#i = affine_map<(b, i, j) -> (b, i, j)>
#q = affine_map<(b, m, n, k) -> (b, m, k)>
#k = affine_map<(b, m, n, k) -> (b, n, k)>
#s = affine_map<(b, m, n, k) -> (b, m, n)>

func.func @in_order(%q: tensor<2x24x32xbf16>, %k: tensor<2x32x64xbf16>, %v: tensor<2x64x32xbf16>) -> tensor<2x24x32xf32> {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %es = tensor.empty() : tensor<2x24x64xf32>
  %eo = tensor.empty() : tensor<2x24x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<2x24x64xf32>) -> tensor<2x24x64xf32>
  %s0 = linalg.batch_matmul
      ins(%q, %k : tensor<2x24x32xbf16>, tensor<2x32x64xbf16>) outs(%z : tensor<2x24x64xf32>) -> tensor<2x24x64xf32>
  %s = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<2x24x64xf32>) outs(%es : tensor<2x24x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.mulf %a, %factor : f32
    linalg.yield %x : f32
  } -> tensor<2x24x64xf32>
  %w = linalg.softmax dimension(2) ins(%s : tensor<2x24x64xf32>) outs(%es : tensor<2x24x64xf32>) -> tensor<2x24x64xf32>
  %eh = tensor.empty() : tensor<2x24x64xbf16>
  %h = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w : tensor<2x24x64xf32>) outs(%eh : tensor<2x24x64xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %x = arith.truncf %a : f32 to bf16
    linalg.yield %x : bf16
  } -> tensor<2x24x64xbf16>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x24x32xf32>) -> tensor<2x24x32xf32>
  %r = linalg.batch_matmul ins(%h, %v : tensor<2x24x64xbf16>, tensor<2x64x32xbf16>) outs(%zo : tensor<2x24x32xf32>) -> tensor<2x24x32xf32>
  return %r : tensor<2x24x32xf32>
}

func.func @turned(%q: tensor<2x24x32xbf16>, %k: tensor<2x64x32xbf16>, %v: tensor<2x64x32xbf16>) -> tensor<2x24x32xf32> {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %es = tensor.empty() : tensor<2x24x64xf32>
  %eo = tensor.empty() : tensor<2x24x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<2x24x64xf32>) -> tensor<2x24x64xf32>
  %s0 = linalg.batch_matmul indexing_maps = [#q, #k, #s]
      ins(%q, %k : tensor<2x24x32xbf16>, tensor<2x64x32xbf16>) outs(%z : tensor<2x24x64xf32>) -> tensor<2x24x64xf32>
  %s = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<2x24x64xf32>) outs(%es : tensor<2x24x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.mulf %a, %factor : f32
    linalg.yield %x : f32
  } -> tensor<2x24x64xf32>
  %w = linalg.softmax dimension(2) ins(%s : tensor<2x24x64xf32>) outs(%es : tensor<2x24x64xf32>) -> tensor<2x24x64xf32>
  %eh = tensor.empty() : tensor<2x24x64xbf16>
  %h = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w : tensor<2x24x64xf32>) outs(%eh : tensor<2x24x64xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %x = arith.truncf %a : f32 to bf16
    linalg.yield %x : bf16
  } -> tensor<2x24x64xbf16>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x24x32xf32>) -> tensor<2x24x32xf32>
  %r = linalg.batch_matmul ins(%h, %v : tensor<2x24x64xbf16>, tensor<2x64x32xbf16>) outs(%zo : tensor<2x24x32xf32>) -> tensor<2x24x32xf32>
  return %r : tensor<2x24x32xf32>
}
