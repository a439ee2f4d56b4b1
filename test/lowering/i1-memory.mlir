// Vectors of truth values are bytes in memory, as single ones are: every
// candidate is right.

// RUN: %as-opt --autoschedule --trials=12 --records=none --progress=none --report=%t.json %s -o %t.mlir
// RUN: FileCheck %s < %t.json --implicit-check-not='"outcome":"wrong-answer"'
// RUN: %as-run %t.mlir --entry=less --compare=%s --entry=less --stock --runs=0
// RUN: %as-run %t.mlir --entry=choose --compare=%s --entry=choose --stock --runs=0
// RUN: %as-run %t.mlir --entry=every --compare=%s --entry=every --stock --runs=0
// REQUIRES: search
// CHECK: "outcome":"ok"

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @less(%a: tensor<48x80xf32>, %b: tensor<48x80xf32>) -> tensor<48x80xi1> {
  %e = tensor.empty() : tensor<48x80xi1>
  %0 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<48x80xf32>, tensor<48x80xf32>) outs(%e : tensor<48x80xi1>) {
  ^bb0(%x: f32, %y: f32, %o: i1):
    %c = arith.cmpf olt, %x, %y : f32
    linalg.yield %c : i1
  } -> tensor<48x80xi1>
  return %0 : tensor<48x80xi1>
}

func.func @choose(%m: tensor<48x80xi1>, %a: tensor<48x80xf32>, %b: tensor<48x80xf32>) -> tensor<48x80xf32> {
  %e = tensor.empty() : tensor<48x80xf32>
  %0 = linalg.generic {indexing_maps = [#all, #all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%m, %a, %b : tensor<48x80xi1>, tensor<48x80xf32>, tensor<48x80xf32>) outs(%e : tensor<48x80xf32>) {
  ^bb0(%c: i1, %x: f32, %y: f32, %o: f32):
    %s = arith.select %c, %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<48x80xf32>
  return %0 : tensor<48x80xf32>
}

func.func @every(%m: tensor<48x80xi1>) -> tensor<48xi1> {
  %true = arith.constant true
  %e = tensor.empty() : tensor<48xi1>
  %f = linalg.fill ins(%true : i1) outs(%e : tensor<48xi1>) -> tensor<48xi1>
  %0 = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%m : tensor<48x80xi1>) outs(%f : tensor<48xi1>) {
  ^bb0(%x: i1, %o: i1):
    %a = arith.andi %x, %o : i1
    linalg.yield %a : i1
  } -> tensor<48xi1>
  return %0 : tensor<48xi1>
}
