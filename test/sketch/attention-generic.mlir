// Attention of generics alone. The quotients are behind the last product, which
// stays one: before it, they would become a part of it.

// RUN: %as-opt --autoschedule --emit=tasks %s -o - | FileCheck %s --check-prefix=TASKS
// RUN: %as-opt --autoschedule --trials=12 --threads=2 --records=%t.db %s -o %t.mlir 2>&1 | FileCheck %s
// RUN: %as-run %t.mlir --compare=%s --threads=2 --runs=0
// RUN: %as-opt --autoschedule --trials=0 --fp=strict --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --fp=strict --runs=0
// REQUIRES: search
// TASKS-COUNT-1: func.func
// TASKS: math.exp
// TASKS-NOT: arith.divf
// TASKS: arith.mulf
// TASKS: arith.divf
// TASKS-NOT: func.func
// CHECK: trials {{[1-9][0-9]*}} of {{[0-9]+}}, errors 0

#i = affine_map<(b, i, j) -> (b, i, j)>
#row = affine_map<(b, i, j) -> (b, i)>
#j = affine_map<(b, i, j) -> (j)>
#q = affine_map<(b, i, j, k) -> (b, i, k)>
#kk = affine_map<(b, i, j, k) -> (b, j, k)>
#s = affine_map<(b, i, j, k) -> (b, i, j)>
#vg = affine_map<(b, i, d, j) -> (b, j, d)>
func.func @attention(%q: tensor<2x32x64xf32>, %k: tensor<2x32x64xf32>, %v: tensor<2x32x64xf32>, %m: tensor<32xf32>) -> tensor<2x32x64xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.125 : f32
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x32x32xf32>
  %er = tensor.empty() : tensor<2x32xf32>
  %ez = tensor.empty() : tensor<2x32x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x32x32xf32>) -> tensor<2x32x32xf32>
  %s0 = linalg.generic {indexing_maps = [#q, #kk, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%z : tensor<2x32x32xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %out, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x32x32xf32>
  %s = linalg.generic {indexing_maps = [#i, #j, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0, %m : tensor<2x32x32xf32>, tensor<32xf32>) outs(%e : tensor<2x32x32xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %x = arith.mulf %a, %scale : f32
    %y = arith.addf %x, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x32x32xf32>
  %low = linalg.fill ins(%least : f32) outs(%er : tensor<2x32xf32>) -> tensor<2x32xf32>
  %max = linalg.generic {indexing_maps = [#i, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s : tensor<2x32x32xf32>) outs(%low : tensor<2x32xf32>) {
  ^bb0(%a: f32, %out: f32):
    %m1 = arith.maximumf %a, %out : f32
    linalg.yield %m1 : f32
  } -> tensor<2x32xf32>
  %exp = linalg.generic {indexing_maps = [#i, #row, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %max : tensor<2x32x32xf32>, tensor<2x32xf32>) outs(%e : tensor<2x32x32xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %d = arith.subf %a, %b : f32
    %x = math.exp %d : f32
    linalg.yield %x : f32
  } -> tensor<2x32x32xf32>
  %none = linalg.fill ins(%zero : f32) outs(%er : tensor<2x32xf32>) -> tensor<2x32xf32>
  %sum = linalg.generic {indexing_maps = [#i, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%exp : tensor<2x32x32xf32>) outs(%none : tensor<2x32xf32>) {
  ^bb0(%a: f32, %out: f32):
    %m1 = arith.addf %a, %out : f32
    linalg.yield %m1 : f32
  } -> tensor<2x32xf32>
  %p = linalg.generic {indexing_maps = [#i, #row, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%exp, %sum : tensor<2x32x32xf32>, tensor<2x32xf32>) outs(%e : tensor<2x32x32xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<2x32x32xf32>
  %zz = linalg.fill ins(%zero : f32) outs(%ez : tensor<2x32x64xf32>) -> tensor<2x32x64xf32>
  %r = linalg.generic {indexing_maps = [#q, #vg, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%p, %v : tensor<2x32x32xf32>, tensor<2x32x64xf32>) outs(%zz : tensor<2x32x64xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %out, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x32x64xf32>
  return %r : tensor<2x32x64xf32>
}
