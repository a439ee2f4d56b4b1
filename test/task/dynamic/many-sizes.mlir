// Of more than four dynamic dimensions the outer ones have tiles of one only.

// RUN: rm -rf %t && mkdir %t
// DEFINE: %{opt} = %as-opt --autoschedule --trials=0 --records=none --progress=none --kernels-per-task=2
// RUN: %{opt} --emit=schedule %s | FileCheck %s
// RUN: %{opt} --emit=shared %s -o %t/many.so
// RUN: %as-run %t/many.so --entry=six --compare=%s --runs=0 --sizes=d0=0..2,d1=3,d2=1..2,d3=5,d4=0..2,d5=7,70 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t/many.so --entry=five --compare=%s --runs=0 --sizes=d0=0..3,d1=2,d2=1..2,d3=3,d4=1,9,40 --tolerance=1e-4 | FileCheck %s --check-prefix=EQUAL
// CHECK-DAG: = [array<i64: 1>, array<i64: 1>, array<i64: {{[0-9, ]*}}1>
// CHECK-DAG: = [array<i64: 1>, array<i64: {{[0-9, ]*}}1>
// EQUAL: results: equal

#id = affine_map<(a, b, c, d, e, f) -> (a, b, c, d, e, f)>
#last = affine_map<(a, b, c, d, e, f) -> (f)>

func.func @six(%x: tensor<?x?x?x?x?x?xf32>, %b: tensor<?xf32>)
    -> tensor<?x?x?x?x?x?xf32> {
  %r = linalg.generic {indexing_maps = [#id, #last, #id], iterator_types =
      ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %b : tensor<?x?x?x?x?x?xf32>, tensor<?xf32>)
      outs(%x : tensor<?x?x?x?x?x?xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<?x?x?x?x?x?xf32>
  return %r : tensor<?x?x?x?x?x?xf32>
}

// The sum has tiles as well.
func.func @five(%x: tensor<?x?x?x?xf32>, %y: tensor<?x?xf32>,
                %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %r = linalg.generic {indexing_maps = [
      affine_map<(a, b, c, d, k) -> (a, b, c, k)>,
      affine_map<(a, b, c, d, k) -> (d, k)>,
      affine_map<(a, b, c, d, k) -> (a, b, c, d)>], iterator_types =
      ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<?x?x?x?xf32>, tensor<?x?xf32>)
      outs(%o : tensor<?x?x?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.addf %s, %p : f32
    linalg.yield %q : f32
  } -> tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}
