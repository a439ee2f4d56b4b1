// Weights with a scale and a zero point for each group of what is summed up: a
// factor of the product is computed, groups are loops of the sum, and nothing
// is widened in memory.
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{tune} = %as-opt --autoschedule --trials=0 --records=none --progress=none
// RUN: %{tune} --stop-after=sketch --report=%t/report %s -o %t/same.mlir
// RUN: FileCheck %s --check-prefix=SKETCHES < %t/report
// Many rows, then one of them:
// SKETCHES: "sketches":["tile+window","tile+pack+window","block"
// SKETCHES: "sketches":["tile+window","stream"
// RUN: %{tune} --emit=tasks --untried=plain %s 2> %t/log | FileCheck %s --check-prefix=TASKS
// RUN: %{tune} --emit=scheduled %s 2> %t/log | FileCheck %s --implicit-check-not="arith.sitofp{{.*}} : i32 to f32"
// RUN: %as-opt --autoschedule --strategy=random --trials=24 --records=none %s -o %t/tuned.mlir 2> %t/trials
// RUN: FileCheck %s --check-prefix=TRIALS < %t/trials
// RUN: %as-run --entry=row %t/tuned.mlir --compare=%s --runs=0
// RUN: %as-run --entry=rows %t/tuned.mlir --compare=%s --runs=0
// REQUIRES: search

// TRIALS: trials {{[1-9][0-9]*}} of {{[0-9]+}}, errors 0

#groups = affine_map<(n, g, k) -> (n, g, k)>
#scale = affine_map<(n, g, k) -> (n, g)>

// Weights, scales and zero points have the columns last, and bytes stay bytes.
// TASKS-LABEL: func.func @row(
// TASKS-DAG: call @as_fixed{{.*}} : (tensor<96x4x32xi8>) -> tensor<4x32x96xi8>
// TASKS-DAG: call @as_fixed{{.*}} : (tensor<96x4xi8>) -> tensor<4x96xi8>
// TASKS-DAG: call @as_fixed{{.*}} : (tensor<96x4xf32>) -> tensor<4x96xf32>
// TASKS: return

// CHECK-LABEL: func.func {{.*}}@as_task
// CHECK: arith.sitofp {{.*}} : vector<{{.*}}xi32> to vector<{{.*}}xf32>
func.func @row(%x: tensor<1x128xf32>, %w: tensor<96x4x32xi8> {as.constant}, %s: tensor<96x4xf32> {as.constant}, %z: tensor<96x4xi8> {as.constant}) -> tensor<1x96xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<96x4x32xf32>
  %d = linalg.generic {indexing_maps = [#groups, #scale, #scale, #groups], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w, %s, %z : tensor<96x4x32xi8>, tensor<96x4xf32>, tensor<96x4xi8>) outs(%e : tensor<96x4x32xf32>) {
  ^bb0(%a: i8, %b: f32, %c: i8, %o: f32):
    %1 = arith.extsi %a : i8 to i32
    %2 = arith.extsi %c : i8 to i32
    %3 = arith.subi %1, %2 : i32
    %4 = arith.sitofp %3 : i32 to f32
    %5 = arith.mulf %4, %b : f32
    linalg.yield %5 : f32
  } -> tensor<96x4x32xf32>
  %r = tensor.collapse_shape %d [[0], [1, 2]] : tensor<96x4x32xf32> into tensor<96x128xf32>
  %q = tensor.empty() : tensor<1x96xf32>
  %f = linalg.fill ins(%zero : f32) outs(%q : tensor<1x96xf32>) -> tensor<1x96xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %r : tensor<1x128xf32>, tensor<96x128xf32>) outs(%f : tensor<1x96xf32>) -> tensor<1x96xf32>
  return %y : tensor<1x96xf32>
}

#columns = affine_map<(g, k, n) -> (g, k, n)>
#scales = affine_map<(g, k, n) -> (g, n)>

// TASKS-LABEL: func.func @rows(
// TASKS-NOT: call @as_fixed
// TASKS: return
func.func @rows(%x: tensor<24x512xf32>, %w: tensor<4x128x96xi8> {as.constant}, %s: tensor<4x96xf32> {as.constant}, %bias: tensor<96xf32>) -> tensor<24x96xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x128x96xf32>
  %d = linalg.generic {indexing_maps = [#columns, #scales, #columns], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w, %s : tensor<4x128x96xi8>, tensor<4x96xf32>) outs(%e : tensor<4x128x96xf32>) {
  ^bb0(%a: i8, %b: f32, %o: f32):
    %1 = arith.uitofp %a : i8 to f32
    %2 = arith.mulf %1, %b : f32
    linalg.yield %2 : f32
  } -> tensor<4x128x96xf32>
  %r = tensor.collapse_shape %d [[0, 1], [2]] : tensor<4x128x96xf32> into tensor<512x96xf32>
  %q = tensor.empty() : tensor<24x96xf32>
  %f = linalg.fill ins(%zero : f32) outs(%q : tensor<24x96xf32>) -> tensor<24x96xf32>
  %y = linalg.matmul ins(%x, %r : tensor<24x512xf32>, tensor<512x96xf32>) outs(%f : tensor<24x96xf32>) -> tensor<24x96xf32>
  %v = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%y, %bias : tensor<24x96xf32>, tensor<96xf32>) outs(%q : tensor<24x96xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %1 = arith.addf %a, %b : f32
    linalg.yield %1 : f32
  } -> tensor<24x96xf32>
  return %v : tensor<24x96xf32>
}
