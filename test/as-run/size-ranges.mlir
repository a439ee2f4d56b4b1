// Lists and ranges of sizes: each combination is run, compared and timed, and
// has a row. What is compiled is compiled once.

// RUN: rm -rf %t && mkdir %t && split-file %s %t
// RUN: %as-run %t/sums.mlir --sizes=n=1..3,9,m=4,70 --compare=%t/twice.mlir --runs=1 --min-time=0 --share=unsafe --json=%t/found.json | FileCheck %s --strict-whitespace --match-full-lines
//      CHECK:sizes{{ +}}median     compared  speed-up  results
// CHECK-NEXT:n=1,m=4  {{ .* [mun]?s .* [mun]?s  .*[0-9]}}  equal
// CHECK-NEXT:n=1,m=70 {{ .* [mun]?s .* [mun]?s  .*[0-9]}}  equal
// CHECK-NEXT:n=2,m=4  {{ .*}}  equal
// CHECK-NEXT:n=2,m=70 {{ .*}}  equal
// CHECK-NEXT:n=3,m=4  {{ .*}}  equal
// CHECK-NEXT:n=3,m=70 {{ .*}}  equal
// CHECK-NEXT:n=9,m=4  {{ .*}}  equal
// CHECK-NEXT:n=9,m=70 {{ .*}}  equal
// CHECK-NEXT:speed-up: {{[0-9.]+}} in geometric mean of 8 sizes ({{[0-9.]+}} to {{[0-9.]+}})
// CHECK-NEXT:results: equal
//  CHECK-NOT:{{.}}

// RUN: python3 -c "import json, sys; cases = json.load(open(sys.argv[1]))['cases']; print([[c['sizes']['n'], c['sizes']['m'], c['accepted'], len(c['runs'][1]['seconds'])] for c in cases])" %t/found.json | FileCheck %s --check-prefix=JSON
// JSON: {{\[\[}}1, 4, True, 1], [1, 70, True, 1], [2, 4, True, 1], [2, 70, True, 1], [3, 4, True, 1],
// One size is as before, and is told.
// RUN: %as-run %t/sums.mlir --sizes=n=2,m=5 --runs=0 --json=- | FileCheck %s --check-prefix=ONE
// ONE: {"sizes": {"n": 2, "m": 5},
// ONE-NEXT: "runs": [

// An empty result has no deviation.
// RUN: %as-run %t/sums.mlir --sizes=n=0,m=5 --compare=%t/twice.mlir --runs=0 --json=- | FileCheck %s --check-prefix=EMPTY
// EMPTY: results: equal
// EMPTY: "accepted": true,
// EMPTY-NOT: deviation

// Steps, and nothing to time or compare.
// RUN: %as-run %t/sums.mlir --sizes=n=1..9:4,m=0..1 --runs=0 | FileCheck %s --check-prefix=BARE --strict-whitespace --match-full-lines
//      BARE:sizes
// BARE-NEXT:n=1,m=0
// BARE-NEXT:n=1,m=1
// BARE-NEXT:n=5,m=0
// BARE-NEXT:n=5,m=1
// BARE-NEXT:n=9,m=0
// BARE-NEXT:n=9,m=1
//  BARE-NOT:{{.}}

// Where results differ, the row says where, and the exit status is 1.
// RUN: not %as-run %t/sums.mlir --sizes=n=1,2,4,8,m=3 --compare=%t/wrong.mlir --runs=0 | FileCheck %s --check-prefix=DIFFER
//      DIFFER: {{^}}n=1,m=3  equal{{$}}
// DIFFER-NEXT: {{^}}n=2,m=3  equal{{$}}
// DIFFER-NEXT: {{^}}n=4,m=3  DIFFER: deviation {{.*}} at result 0[{{.*}}]: {{.*}}, expected
// DIFFER-NEXT: {{^}}against f64: {{.*}}sums.mlir deviates {{.*}}, {{.*}}wrong.mlir 0; {{.*}}wrong.mlir is nearer
// DIFFER-NEXT: {{^}}n=8,m=3  DIFFER:
//      DIFFER: {{^}}results: DIFFER at 2 of 4 sizes{{$}}

// Rounding is no difference.
// RUN: %as-run %t/sums.mlir --sizes=n=1,2,m=3 --compare=%t/rounded.mlir --runs=0 | FileCheck %s --check-prefix=ROUNDED
//      ROUNDED: {{^}}n=1,m=3  equal within rounding ({{.*}}e-0{{.}})
// ROUNDED-NEXT: {{^}}n=2,m=3  equal within rounding ({{.*}}e-0{{.}})
// ROUNDED-NEXT: {{^}}results: equal within rounding{{$}}

// Sizes that do not go together are named, where a process dies is as well.
// RUN: not %as-run %t/concat.mlir --sizes=n=2,m=4..6 --runs=0 2>&1 | FileCheck %s --check-prefix=DISAGREE
//      DISAGREE: concat.mlir: the sizes n=2,m=5 do not go together in 'concat'
// RUN: not %as-run %t/dying.mlir --sizes=n=1..3 --runs=0 2>&1 | FileCheck %s --check-prefix=DYING
// DYING: as-run: error: the process {{.*}} while running '{{.*}}dying.mlir' with sizes n=2

// RUN: not %as-run %t/sums.mlir --sizes=n=1,2,m=3 --outputs=%t/out 2>&1 | FileCheck %s --check-prefix=OUTPUTS
// OUTPUTS: as-run: error: --outputs is for one size, and --sizes=n=1,2,m=3 has several; run as-run for each
// RUN: not %as-run %t/sums.mlir --sizes=n=1,2,m=3 --profile 2>&1 | FileCheck %s --check-prefix=PROFILE
// PROFILE: as-run: error: --profile is for one size, and --sizes=n=1,2,m=3 has several; run as-run for each
// RUN: not %as-run %t/sums.mlir --sizes=n=3..1,m=3 2>&1 | FileCheck %s --check-prefix=FAULT
// FAULT: sums.mlir: --sizes has 'n=3..1': expected NAME=N, N or [FUNCTION:]NAME=FIRST..LAST[:STEP]
// RUN: not %as-run %t/sums.mlir --sizes=n=1..200,m=1..100 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: sums.mlir: --sizes has 20000 combinations, of which 10000 are the most; choose fewer, as by steps (1..512:50), for 'sums' ([n]x[m]xf32->[n]x[m]xf32); write for example --sizes=n=8,m=8

//--- sums.mlir
func.func @sums(%x: tensor<?x?xf32> {as.sizes = ["n", "m"]}) -> tensor<?x?xf32> {
  %r = linalg.add ins(%x, %x : tensor<?x?xf32>, tensor<?x?xf32>) outs(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
//--- twice.mlir
func.func @twice(%x: tensor<?x?xf32> {as.sizes = ["n", "m"]}) -> tensor<?x?xf32> {
  %two = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%x : tensor<?x?xf32>) {
  ^bb0(%a: f32):
    %p = arith.mulf %a, %two : f32
    linalg.yield %p : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
//--- rounded.mlir
func.func @rounded(%x: tensor<?x?xf32> {as.sizes = ["n", "m"]}) -> tensor<?x?xf32> {
  %two = arith.constant 2.000001 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%x : tensor<?x?xf32>) {
  ^bb0(%a: f32):
    %p = arith.mulf %a, %two : f32
    linalg.yield %p : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
//--- wrong.mlir
// Adds something from three rows on.
func.func @wrong(%x: tensor<?x?xf32> {as.sizes = ["n", "m"]}) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %are = arith.cmpi sge, %n, %c3 : index
  %more = arith.select %are, %one, %zero : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%x : tensor<?x?xf32>) {
  ^bb0(%a: f32):
    %p = arith.addf %a, %a : f32
    %q = arith.addf %p, %more : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
//--- concat.mlir
func.func @concat(%x: tensor<?xf32> {as.sizes = ["n"]}, %y: tensor<?xf32> {as.sizes = ["m"]}) -> tensor<?xf32> {
  %c = tensor.concat dim(0) %x, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.add ins(%c, %y : tensor<?xf32>, tensor<?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
//--- dying.mlir
// Reads far behind an array of two.
func.func @dying(%x: memref<?xf32> {as.sizes = ["n"]}) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %far = arith.constant 4000000000000 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %is = arith.cmpi eq, %n, %c2 : index
  %at = arith.select %is, %far, %c0 : index
  %a = memref.load %x[%at] : memref<?xf32>
  memref.store %a, %x[%c0] : memref<?xf32>
  return
}
