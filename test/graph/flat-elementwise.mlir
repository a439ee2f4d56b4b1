// Elementwise operations with rows of no whole vectors go over all elements in
// one loop, where nothing beside them needs the rows.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=tasks %s 2> %t.log | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir 2> %t.log
// RUN: %as-run --entry=chain %t.mlir --compare=%s --runs=0
// RUN: %as-run --entry=scaled %t.mlir --compare=%s --runs=0
// RUN: %as-run --entry=whole_rows %t.mlir --compare=%s --runs=0
// RUN: %as-run --entry=beside_product %t.mlir --compare=%s --runs=0
// RUN: %as-run --entry=by_index %t.mlir --compare=%s --runs=0

#all = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
#none = affine_map<(i, j) -> ()>

// A chain is one task.
// CHECK-LABEL: func.func @chain
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1, 2]] : tensor<3x7x13xf32> into tensor<273xf32>
// CHECK: call {{.*}} : (tensor<273xf32>, tensor<273xf32>) -> tensor<273xf32>
// CHECK-NOT: call
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1, 2]]
func.func @chain(%x: tensor<3x7x13xf32>, %y: tensor<3x7x13xf32>) -> tensor<3x7x13xf32> {
  %e = tensor.empty() : tensor<3x7x13xf32>
  %s = linalg.add ins(%x, %y : tensor<3x7x13xf32>, tensor<3x7x13xf32>) outs(%e : tensor<3x7x13xf32>) -> tensor<3x7x13xf32>
  %r = linalg.exp ins(%s : tensor<3x7x13xf32>) outs(%e : tensor<3x7x13xf32>) -> tensor<3x7x13xf32>
  return %r : tensor<3x7x13xf32>
}

// A single value is read as it is, and so is the result.
// CHECK-LABEL: func.func @scaled
// CHECK: call {{.*}}tensor<42xf32>
func.func @scaled(%x: tensor<6x7xf32>, %s: tensor<f32>, %sum: tensor<6x7xf32>) -> tensor<6x7xf32> {
  %r = linalg.generic {indexing_maps = [#all, #none, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<6x7xf32>, tensor<f32>) outs(%sum : tensor<6x7xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %n = arith.addf %c, %p : f32
    linalg.yield %n : f32
  } -> tensor<6x7xf32>
  return %r : tensor<6x7xf32>
}

// CHECK-LABEL: func.func @whole_rows
// CHECK-NOT: collapse_shape
// CHECK: return
func.func @whole_rows(%x: tensor<3x32xf32>) -> tensor<3x32xf32> {
  %e = tensor.empty() : tensor<3x32xf32>
  %r = linalg.exp ins(%x : tensor<3x32xf32>) outs(%e : tensor<3x32xf32>) -> tensor<3x32xf32>
  return %r : tensor<3x32xf32>
}

// The last of three is fused with the others, of which one is fused with the
// product.
// CHECK-LABEL: func.func @beside_product
// CHECK-NOT: collapse_shape
// CHECK: return
func.func @beside_product(%x: tensor<5x8xf32>, %y: tensor<8x7xf32>, %bias: tensor<7xf32>) -> tensor<5x7xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x7xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<5x7xf32>) -> tensor<5x7xf32>
  %p = linalg.matmul ins(%x, %y : tensor<5x8xf32>, tensor<8x7xf32>) outs(%zeros : tensor<5x7xf32>) -> tensor<5x7xf32>
  %b = linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%p, %bias : tensor<5x7xf32>, tensor<7xf32>) outs(%e : tensor<5x7xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %n = arith.addf %a, %c : f32
    linalg.yield %n : f32
  } -> tensor<5x7xf32>
  %t = linalg.tanh ins(%b : tensor<5x7xf32>) outs(%e : tensor<5x7xf32>) -> tensor<5x7xf32>
  %r = linalg.exp ins(%t : tensor<5x7xf32>) outs(%e : tensor<5x7xf32>) -> tensor<5x7xf32>
  return %r : tensor<5x7xf32>
}

// CHECK-LABEL: func.func @by_index
// CHECK-NOT: collapse_shape
// CHECK: return
func.func @by_index(%x: tensor<6x7xi32>) -> tensor<6x7xi32> {
  %e = tensor.empty() : tensor<6x7xi32>
  %r = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<6x7xi32>) outs(%e : tensor<6x7xi32>) {
  ^bb0(%a: i32, %o: i32):
    %i = linalg.index 1 : index
    %k = arith.index_cast %i : index to i32
    %n = arith.addi %a, %k : i32
    linalg.yield %n : i32
  } -> tensor<6x7xi32>
  return %r : tensor<6x7xi32>
}
