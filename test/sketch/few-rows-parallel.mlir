// Seven rows are no fair share for two threads, and 211 columns have no divisor:
// each thread gets 96 columns, or 104, and 19 or 3 come after.

// RUN: %as-opt --autoschedule --emit=sketches --target=cpu:haswell --threads=2 %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --threads=2 --records=none --progress=none --emit=shared %s -o %t.so
// RUN: %as-run %t.so --compare=%s --threads=2 --runs=0 | FileCheck %s --check-prefix=EQUAL
// CHECK: transform.tune.knob<"parallel_0"> options = [1, 7]
// CHECK: transform.tune.alternatives<"parallel_1">
// CHECK: transform.apply_registered_pass "scf-for-loop-peeling"
// CHECK: use_forall
// EQUAL: results: equal

func.func @few(%a: tensor<7x200xf32>, %b: tensor<211x200xf32>) -> tensor<7x211xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<7x211xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<7x211xf32>) -> tensor<7x211xf32>
  %product = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,
                       affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<7x200xf32>, tensor<211x200xf32>)
      outs(%init : tensor<7x211xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %term = arith.mulf %x, %y : f32
    %next = arith.addf %sum, %term : f32
    linalg.yield %next : f32
  } -> tensor<7x211xf32>
  return %product : tensor<7x211xf32>
}
