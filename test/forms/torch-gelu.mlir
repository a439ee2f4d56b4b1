// The exact GELU of torch-mlir, by erf.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS-DAG: "label":"elementwise 8x32"
// RUN: %as-run %t.mlir --compare=%s --runs=0

func.func @gelu(%x: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %root = arith.constant 1.41421354 : f32
  %e = tensor.empty() : tensor<8x32xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x32xf32>) outs(%e : tensor<8x32xf32>) {
  ^bb0(%a: f32, %out: f32):
    %d = arith.divf %a, %root : f32
    %f = math.erf %d : f32
    %s = arith.addf %f, %one : f32
    %h = arith.mulf %s, %half : f32
    %y = arith.mulf %a, %h : f32
    linalg.yield %y : f32
  } -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}
