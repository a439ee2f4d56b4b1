// Constant weights that a few rows are multiplied by have the results side by
// side, whatever they came as: then they are read in one stream. Others stay.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=row --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=left --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=rows --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=given --runs=0

// CHECK-LABEL: func.func @row(
// CHECK: %[[TURNED:.*]] = call @as_fixed(%{{.*}}) {as.constant} : (tensor<40x24xf32>) -> tensor<24x40xf32>
// CHECK: call @as_task{{.*}}, %[[TURNED]])
func.func @row(%x: tensor<1x24xf32>, %w: tensor<40x24xf32> {as.constant}) -> tensor<1x40xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x40xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x40xf32>) -> tensor<1x40xf32>
  %sum = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>]
    ins(%x, %w : tensor<1x24xf32>, tensor<40x24xf32>) outs(%zeros : tensor<1x40xf32>) -> tensor<1x40xf32>
  return %sum : tensor<1x40xf32>
}

// The weights are the first operand.
// CHECK-LABEL: func.func @left(
// CHECK: call @as_fixed(%{{.*}}) {as.constant} : (tensor<40x24xf32>) -> tensor<24x40xf32>
func.func @left(%w: tensor<40x24xf32> {as.constant}, %x: tensor<24xf32>) -> tensor<40xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<40xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<40xf32>) -> tensor<40xf32>
  %sum = linalg.matvec ins(%w, %x : tensor<40x24xf32>, tensor<24xf32>) outs(%zeros : tensor<40xf32>) -> tensor<40xf32>
  return %sum : tensor<40xf32>
}

// Many rows: their weights are packed anyway.
// CHECK-LABEL: func.func @rows(
// CHECK-NOT: @as_fixed
// CHECK: return
func.func @rows(%x: tensor<32x32xf32>, %w: tensor<48x32xf32> {as.constant}) -> tensor<32x48xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x48xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x48xf32>) -> tensor<32x48xf32>
  %sum = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>]
    ins(%x, %w : tensor<32x32xf32>, tensor<48x32xf32>) outs(%zeros : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %sum : tensor<32x48xf32>
}

// To turn what is given anew in each run would cost as much as it saves.
// CHECK-LABEL: func.func @given(
// CHECK-NOT: @as_fixed
// CHECK: return
func.func @given(%x: tensor<1x24xf32>, %w: tensor<40x24xf32>) -> tensor<1x40xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x40xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x40xf32>) -> tensor<1x40xf32>
  %sum = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>]
    ins(%x, %w : tensor<1x24xf32>, tensor<40x24xf32>) outs(%zeros : tensor<1x40xf32>) -> tensor<1x40xf32>
  return %sum : tensor<1x40xf32>
}

// CHECK-LABEL: func.func private @as_fixed(
// CHECK: linalg.transpose {{.*}} permutation = [1, 0]
