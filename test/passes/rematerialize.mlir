// What is cheap is computed again by those who read it, where that costs no
// array, and only there.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --emit=tasks %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=variances --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=turned --runs=0

#all = affine_map<(i, j) -> (i, j)>
#turn = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i)>

// CHECK: [[TURN:#.*]] = affine_map<(d0, d1) -> (d1, d0)>

// The centred rows are no array: both readers centre what they need.
// CHECK-LABEL: func.func @variances
// CHECK: linalg.generic {{.*}}ins(%[[X:arg0]] : tensor<8x16xf32>)
// CHECK: linalg.generic {{.*}}ins(%[[X]], %{{.*}} : tensor<8x16xf32>, tensor<8xf32>)
// CHECK: arith.subf
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}}ins(%[[X]], %{{.*}}, %{{.*}} : tensor<8x16xf32>, tensor<8xf32>, tensor<8xf32>)
// CHECK: arith.subf
// CHECK: arith.mulf
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @variances(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<8xf32>
  %empty = tensor.empty() : tensor<8x16xf32>
  %none = linalg.fill ins(%zero : f32) outs(%rows : tensor<8xf32>) -> tensor<8xf32>
  %total = linalg.generic
      {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x16xf32>) outs(%none : tensor<8xf32>) {
  ^bb0(%v: f32, %sum: f32):
    %0 = arith.addf %v, %sum : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %centred = linalg.generic
      {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %total : tensor<8x16xf32>, tensor<8xf32>) outs(%empty : tensor<8x16xf32>) {
  ^bb0(%v: f32, %sum: f32, %out: f32):
    %count = arith.constant 16.0 : f32
    %0 = arith.divf %sum, %count : f32
    %1 = arith.subf %v, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x16xf32>
  %squares = linalg.generic
      {indexing_maps = [#all, #all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%centred, %centred : tensor<8x16xf32>, tensor<8x16xf32>)
      outs(%none : tensor<8xf32>) {
  ^bb0(%v: f32, %w: f32, %sum: f32):
    %0 = arith.mulf %v, %w : f32
    %1 = arith.addf %0, %sum : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %y = linalg.generic
      {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %squares : tensor<8x16xf32>, tensor<8xf32>)
      outs(%empty : tensor<8x16xf32>) {
  ^bb0(%v: f32, %sum: f32, %out: f32):
    %0 = arith.mulf %v, %sum : f32
    linalg.yield %0 : f32
  } -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}

// Read by its columns, it is computed by them.
// CHECK-LABEL: func.func @turned(
// CHECK-SAME: %[[X:.*]]: tensor<8x16xf32>, %[[M:.*]]: tensor<8xf32>)
// CHECK: call @[[TURNED:.*]](%[[X]], %[[M]])
// CHECK: call @[[STRAIGHT:.*]](%[[X]], %[[M]])
// CHECK-NOT: call
// CHECK: return
func.func @turned(%x: tensor<8x16xf32>, %means: tensor<8xf32>)
    -> (tensor<16x8xf32>, tensor<8x16xf32>) {
  %empty = tensor.empty() : tensor<8x16xf32>
  %empty1 = tensor.empty() : tensor<16x8xf32>
  %centred = linalg.generic
      {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %means : tensor<8x16xf32>, tensor<8xf32>) outs(%empty : tensor<8x16xf32>) {
  ^bb0(%v: f32, %mean: f32, %out: f32):
    %0 = arith.subf %v, %mean : f32
    linalg.yield %0 : f32
  } -> tensor<8x16xf32>
  %y = linalg.generic
      {indexing_maps = [#turn, #all], iterator_types = ["parallel", "parallel"]}
      ins(%centred : tensor<8x16xf32>) outs(%empty1 : tensor<16x8xf32>) {
  ^bb0(%v: f32, %out: f32):
    %0 = math.absf %v : f32
    linalg.yield %0 : f32
  } -> tensor<16x8xf32>
  %z = linalg.generic
      {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%centred : tensor<8x16xf32>) outs(%empty : tensor<8x16xf32>) {
  ^bb0(%v: f32, %out: f32):
    %0 = math.sqrt %v : f32
    linalg.yield %0 : f32
  } -> tensor<8x16xf32>
  return %y, %z : tensor<16x8xf32>, tensor<8x16xf32>
}

// An exponential is computed once.
// CHECK-LABEL: func.func @dear(
// CHECK: %[[POWER:.*]] = call @{{.*}}(%{{.*}}, %{{.*}})
// CHECK: call @{{.*}}(%[[POWER]])
// CHECK: call @{{.*}}(%[[POWER]], %{{.*}})
func.func @dear(%x: tensor<8x16xf32>, %most: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<8xf32>
  %empty = tensor.empty() : tensor<8x16xf32>
  %none = linalg.fill ins(%zero : f32) outs(%rows : tensor<8xf32>) -> tensor<8xf32>
  %power = linalg.generic
      {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %most : tensor<8x16xf32>, tensor<8xf32>) outs(%empty : tensor<8x16xf32>) {
  ^bb0(%v: f32, %m: f32, %out: f32):
    %0 = arith.subf %v, %m : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x16xf32>
  %total = linalg.generic
      {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%power : tensor<8x16xf32>) outs(%none : tensor<8xf32>) {
  ^bb0(%v: f32, %sum: f32):
    %0 = arith.addf %v, %sum : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %y = linalg.generic
      {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%power, %total : tensor<8x16xf32>, tensor<8xf32>)
      outs(%empty : tensor<8x16xf32>) {
  ^bb0(%v: f32, %sum: f32, %out: f32):
    %0 = arith.divf %v, %sum : f32
    linalg.yield %0 : f32
  } -> tensor<8x16xf32>
  return %total, %y : tensor<8xf32>, tensor<8x16xf32>
}

// So is what is returned.
// CHECK-LABEL: func.func @returned(
// CHECK: %[[CENTRED:.*]] = call @{{.*}}(%{{.*}}, %{{.*}})
// CHECK: call @{{.*}}(%[[CENTRED]])
// CHECK: call @{{.*}}(%[[CENTRED]])

// CHECK: func.func private @[[TURNED]](
// CHECK: linalg.generic {indexing_maps = {{\[}}[[TURN]],
// CHECK: arith.subf
// CHECK: math.absf
// CHECK: func.func private @[[STRAIGHT]](
// CHECK: arith.subf
// CHECK: math.sqrt
func.func @returned(%x: tensor<8x16xf32>, %means: tensor<8xf32>)
    -> (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
  %empty = tensor.empty() : tensor<8x16xf32>
  %centred = linalg.generic
      {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %means : tensor<8x16xf32>, tensor<8xf32>) outs(%empty : tensor<8x16xf32>) {
  ^bb0(%v: f32, %mean: f32, %out: f32):
    %0 = arith.subf %v, %mean : f32
    linalg.yield %0 : f32
  } -> tensor<8x16xf32>
  %y = linalg.generic
      {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%centred : tensor<8x16xf32>) outs(%empty : tensor<8x16xf32>) {
  ^bb0(%v: f32, %out: f32):
    %0 = math.absf %v : f32
    linalg.yield %0 : f32
  } -> tensor<8x16xf32>
  %z = linalg.generic
      {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%centred : tensor<8x16xf32>) outs(%empty : tensor<8x16xf32>) {
  ^bb0(%v: f32, %out: f32):
    %0 = math.sqrt %v : f32
    linalg.yield %0 : f32
  } -> tensor<8x16xf32>
  return %centred, %y, %z : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>
}
