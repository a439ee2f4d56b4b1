// Tiles that partial tiles are peeled off may read the same part of an operand
// that is transposed as it is packed. What turns it back is fused into each.
// RUN: %as-opt --autoschedule --trials=24 --seed=1 --records=none --progress=none --report=%t.json %s -o %t.mlir
// RUN: FileCheck %s < %t.json
// RUN: %as-run %t.mlir --compare=%s --runs=0
// REQUIRES: search
// CHECK: "build-failed":0

#rows = affine_map<(i, j, k) -> (i, k)>
#turned = affine_map<(i, j, k) -> (j, k)>
#result = affine_map<(i, j, k) -> (i, j)>
#all = affine_map<(i, j) -> (i, j)>

func.func @f(%a: tensor<200x200xf64>, %b: tensor<200x200xf64>, %c: tensor<200x200xf64>) -> tensor<200x200xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<200x200xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<200x200xf64>) -> tensor<200x200xf64>
  %product = linalg.generic {indexing_maps = [#rows, #turned, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<200x200xf64>, tensor<200x200xf64>) outs(%f : tensor<200x200xf64>) {
  ^bb0(%x: f64, %y: f64, %o: f64):
    %p = arith.mulf %x, %y : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<200x200xf64>
  %less = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%c, %product : tensor<200x200xf64>, tensor<200x200xf64>) outs(%e : tensor<200x200xf64>) {
  ^bb0(%x: f64, %y: f64, %o: f64):
    %p = arith.subf %x, %y : f64
    linalg.yield %p : f64
  } -> tensor<200x200xf64>
  return %less : tensor<200x200xf64>
}
