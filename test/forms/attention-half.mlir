// Attention of f16 and bf16 with scores in f32: queries, keys and values are
// converted once, and it is one task. Where the processor sums up products of
// bf16, these are not converted, and with 48 keys stay tasks of their own.

// RUN: %as-opt --autoschedule --emit=tasks --target=cpu:x86-64-v3 --trials=0 --records=none --progress=none %s -o - | FileCheck %s --check-prefix=TASKS
// TASKS-COUNT-8: as.task =
// TASKS-NOT: as.task =
// RUN: %as-opt --autoschedule --emit=tasks --target=cpu:znver4 --trials=0 --records=none --progress=none %s -o - | FileCheck %s --check-prefix=DOTS
// DOTS-COUNT-7: as.task =
// DOTS-NOT: as.task =
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=half --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=brain --runs=0
// RUN: %as-opt --autoschedule --target=cpu:x86-64-v3 --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=half --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=brain --runs=0

#i = affine_map<(b, i, j) -> (b, i, j)>
func.func @half(%q: tensor<2x32x64xf16>, %k: tensor<2x64x48xf16>, %v: tensor<2x48x32xf16>) -> tensor<2x32x32xf16> {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %es = tensor.empty() : tensor<2x32x48xf32>
  %eh = tensor.empty() : tensor<2x32x48xf16>
  %eo = tensor.empty() : tensor<2x32x32xf32>
  %er = tensor.empty() : tensor<2x32x32xf16>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<2x32x48xf32>) -> tensor<2x32x48xf32>
  %s0 = linalg.batch_matmul ins(%q, %k : tensor<2x32x64xf16>, tensor<2x64x48xf16>)
      outs(%z : tensor<2x32x48xf32>) -> tensor<2x32x48xf32>
  %s = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<2x32x48xf32>) outs(%es : tensor<2x32x48xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.mulf %a, %factor : f32
    linalg.yield %x : f32
  } -> tensor<2x32x48xf32>
  %w = linalg.softmax dimension(2) ins(%s : tensor<2x32x48xf32>) outs(%es : tensor<2x32x48xf32>) -> tensor<2x32x48xf32>
  %h = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w : tensor<2x32x48xf32>) outs(%eh : tensor<2x32x48xf16>) {
  ^bb0(%a: f32, %o: f16):
    %x = arith.truncf %a : f32 to f16
    linalg.yield %x : f16
  } -> tensor<2x32x48xf16>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x32x32xf32>) -> tensor<2x32x32xf32>
  %y = linalg.batch_matmul ins(%h, %v : tensor<2x32x48xf16>, tensor<2x48x32xf16>)
      outs(%zo : tensor<2x32x32xf32>) -> tensor<2x32x32xf32>
  %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%y : tensor<2x32x32xf32>) outs(%er : tensor<2x32x32xf16>) {
  ^bb0(%a: f32, %o: f16):
    %x = arith.truncf %a : f32 to f16
    linalg.yield %x : f16
  } -> tensor<2x32x32xf16>
  return %r : tensor<2x32x32xf16>
}

func.func @brain(%q: tensor<2x32x64xbf16>, %k: tensor<2x64x48xbf16>, %v: tensor<2x48x32xbf16>) -> tensor<2x32x32xbf16> {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %es = tensor.empty() : tensor<2x32x48xf32>
  %eh = tensor.empty() : tensor<2x32x48xbf16>
  %eo = tensor.empty() : tensor<2x32x32xf32>
  %er = tensor.empty() : tensor<2x32x32xbf16>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<2x32x48xf32>) -> tensor<2x32x48xf32>
  %s0 = linalg.batch_matmul ins(%q, %k : tensor<2x32x64xbf16>, tensor<2x64x48xbf16>)
      outs(%z : tensor<2x32x48xf32>) -> tensor<2x32x48xf32>
  %s = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<2x32x48xf32>) outs(%es : tensor<2x32x48xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.mulf %a, %factor : f32
    linalg.yield %x : f32
  } -> tensor<2x32x48xf32>
  %w = linalg.softmax dimension(2) ins(%s : tensor<2x32x48xf32>) outs(%es : tensor<2x32x48xf32>) -> tensor<2x32x48xf32>
  %h = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w : tensor<2x32x48xf32>) outs(%eh : tensor<2x32x48xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %x = arith.truncf %a : f32 to bf16
    linalg.yield %x : bf16
  } -> tensor<2x32x48xbf16>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x32x32xf32>) -> tensor<2x32x32xf32>
  %y = linalg.batch_matmul ins(%h, %v : tensor<2x32x48xbf16>, tensor<2x48x32xbf16>)
      outs(%zo : tensor<2x32x32xf32>) -> tensor<2x32x32xf32>
  %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%y : tensor<2x32x32xf32>) outs(%er : tensor<2x32x32xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %x = arith.truncf %a : f32 to bf16
    linalg.yield %x : bf16
  } -> tensor<2x32x32xbf16>
  return %r : tensor<2x32x32xbf16>
}
