// A layer norm of torch-mlir: two means by division, then rsqrt.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS-DAG: "label":"rows 4x32"
// RUN: %as-run %t.mlir --compare=%s --runs=0

#i = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i, 0)>
#column = affine_map<(i, j) -> (j)>
func.func @norm(%x: tensor<4x32xf32>, %gamma: tensor<32xf32>, %beta: tensor<32xf32>) -> tensor<4x32xf32> {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 32.0 : f32
  %eps = arith.constant 1.0e-05 : f32
  %er = tensor.empty() : tensor<4x1xf32>
  %e = tensor.empty() : tensor<4x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%er : tensor<4x1xf32>) -> tensor<4x1xf32>
  %sum = linalg.generic {indexing_maps = [#i, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x32xf32>) outs(%z : tensor<4x1xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.addf %a, %out : f32
    linalg.yield %s : f32
  } -> tensor<4x1xf32>
  %c = linalg.generic {indexing_maps = [#i, #row, #i], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum : tensor<4x32xf32>, tensor<4x1xf32>) outs(%e : tensor<4x32xf32>) {
  ^bb0(%a: f32, %s: f32, %out: f32):
    %m = arith.divf %s, %count : f32
    %d = arith.subf %a, %m : f32
    linalg.yield %d : f32
  } -> tensor<4x32xf32>
  %square = linalg.generic {indexing_maps = [#i, #row], iterator_types = ["parallel", "reduction"]}
      ins(%c : tensor<4x32xf32>) outs(%z : tensor<4x1xf32>) {
  ^bb0(%a: f32, %out: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %out : f32
    linalg.yield %s : f32
  } -> tensor<4x1xf32>
  %r = linalg.generic {indexing_maps = [#i, #row, #column, #column, #i], iterator_types = ["parallel", "parallel"]}
      ins(%c, %square, %gamma, %beta : tensor<4x32xf32>, tensor<4x1xf32>, tensor<32xf32>, tensor<32xf32>) outs(%e : tensor<4x32xf32>) {
  ^bb0(%a: f32, %s: f32, %g: f32, %b: f32, %out: f32):
    %v = arith.divf %s, %count : f32
    %w = arith.addf %v, %eps : f32
    %k = math.rsqrt %w : f32
    %n = arith.mulf %a, %k : f32
    %q = arith.mulf %n, %g : f32
    %y = arith.addf %q, %b : f32
    linalg.yield %y : f32
  } -> tensor<4x32xf32>
  return %r : tensor<4x32xf32>
}
