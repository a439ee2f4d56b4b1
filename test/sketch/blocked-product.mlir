// Products of blocked matrices are summed over two loops. Upstream's lowering
// of vector.contract takes one, and makes scalars of more.
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{tune} = %as-opt --autoschedule --trials=0 --records=none --progress=none
// RUN: %{tune} --stop-after=sketch --report=%t/report %s -o %t/same.mlir
// RUN: FileCheck %s --check-prefix=SKETCHES < %t/report
// SKETCHES: "sketches":["{{[^]]*}}tile+window"
// SKETCHES: "sketches":["{{[^]]*}}channels"
// RUN: %{tune} --emit=scheduled %s 2> %t/log | FileCheck %s --implicit-check-not="arith.mulf{{.*}} : f32"
// RUN: %{tune} %s -o %t/lowered.mlir 2> %t/log
// RUN: %as-run --entry=lanes_last %t/lowered.mlir --compare=%s --runs=0
// RUN: %as-run --entry=lanes_inside %t/lowered.mlir --compare=%s --runs=0

#a = affine_map<(i, j, k, ii, jj, kk) -> (i, k, ii, kk)>
#b = affine_map<(i, j, k, ii, jj, kk) -> (k, j, kk, jj)>
#bt = affine_map<(i, j, k, ii, jj, kk) -> (j, k, jj, kk)>
#c = affine_map<(i, j, k, ii, jj, kk) -> (i, j, ii, jj)>

// CHECK-LABEL: func.func @lanes_last
// CHECK: arith.mulf {{.*}} : vector<{{.*}}xf32>
func.func @lanes_last(%a: tensor<4x5x8x6xf32>, %b: tensor<5x3x6x32xf32>) -> tensor<4x3x8x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x3x8x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x3x8x32xf32>) -> tensor<4x3x8x32xf32>
  %r = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<4x5x8x6xf32>, tensor<5x3x6x32xf32>) outs(%zeros : tensor<4x3x8x32xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %sum, %product : f32
    linalg.yield %next : f32
  } -> tensor<4x3x8x32xf32>
  return %r : tensor<4x3x8x32xf32>
}

// CHECK-LABEL: func.func @lanes_inside
// CHECK: arith.mulf {{.*}} : vector<{{.*}}xf32>
func.func @lanes_inside(%a: tensor<4x5x8x6xf32>, %b: tensor<3x5x32x6xf32>) -> tensor<4x3x8x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x3x8x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x3x8x32xf32>) -> tensor<4x3x8x32xf32>
  %r = linalg.generic {indexing_maps = [#a, #bt, #c], iterator_types = ["parallel", "parallel", "reduction", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<4x5x8x6xf32>, tensor<3x5x32x6xf32>) outs(%zeros : tensor<4x3x8x32xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %sum, %product : f32
    linalg.yield %next : f32
  } -> tensor<4x3x8x32xf32>
  return %r : tensor<4x3x8x32xf32>
}
