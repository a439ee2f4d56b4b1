// Quantised weights of products whose number of rows is only known when they
// run: with a scale for each group of the sum, and for each column.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir 2>&1 | count 0
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks %s 2>&1 | FileCheck %s
// RUN: %as-run %t.mlir --compare=%s --entry=groups --sizes=d0=37 --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=columns --sizes=d0=37 --runs=0

// CHECK-NOT: remark
// CHECK-LABEL: func.func @groups(
// CHECK-NOT: call @as_fixed
// CHECK: call @as_task_{{.*}}tensor<4x32x96xi8>
func.func @groups(%x: tensor<?x128xf32>, %w: tensor<4x32x96xi8> {as.constant}, %s: tensor<4x96xf32> {as.constant}) -> tensor<?x96xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<4x32x96xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(g, k, n) -> (g, k, n)>, affine_map<(g, k, n) -> (g, n)>, affine_map<(g, k, n) -> (g, k, n)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w, %s : tensor<4x32x96xi8>, tensor<4x96xf32>) outs(%e : tensor<4x32x96xf32>) {
  ^bb0(%a: i8, %b: f32, %o: f32):
    %1 = arith.sitofp %a : i8 to f32
    %2 = arith.mulf %1, %b : f32
    linalg.yield %2 : f32
  } -> tensor<4x32x96xf32>
  %r = tensor.collapse_shape %d [[0, 1], [2]] : tensor<4x32x96xf32> into tensor<128x96xf32>
  %m = tensor.dim %x, %c0 : tensor<?x128xf32>
  %q = tensor.empty(%m) : tensor<?x96xf32>
  %f = linalg.fill ins(%zero : f32) outs(%q : tensor<?x96xf32>) -> tensor<?x96xf32>
  %y = linalg.matmul ins(%x, %r : tensor<?x128xf32>, tensor<128x96xf32>) outs(%f : tensor<?x96xf32>) -> tensor<?x96xf32>
  return %y : tensor<?x96xf32>
}

// CHECK-LABEL: func.func @columns(
// CHECK-NOT: call @as_fixed
// CHECK: call @as_task_{{.*}}tensor<64x96xi8>
func.func @columns(%x: tensor<?x64xf32>, %w: tensor<64x96xi8> {as.constant}, %s: tensor<96xf32> {as.constant}) -> tensor<?x96xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<64x96xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(k, n) -> (k, n)>, affine_map<(k, n) -> (n)>, affine_map<(k, n) -> (k, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<64x96xi8>, tensor<96xf32>) outs(%e : tensor<64x96xf32>) {
  ^bb0(%a: i8, %b: f32, %o: f32):
    %1 = arith.sitofp %a : i8 to f32
    %2 = arith.mulf %1, %b : f32
    linalg.yield %2 : f32
  } -> tensor<64x96xf32>
  %m = tensor.dim %x, %c0 : tensor<?x64xf32>
  %q = tensor.empty(%m) : tensor<?x96xf32>
  %f = linalg.fill ins(%zero : f32) outs(%q : tensor<?x96xf32>) -> tensor<?x96xf32>
  %y = linalg.matmul ins(%x, %d : tensor<?x64xf32>, tensor<64x96xf32>) outs(%f : tensor<?x96xf32>) -> tensor<?x96xf32>
  return %y : tensor<?x96xf32>
}
