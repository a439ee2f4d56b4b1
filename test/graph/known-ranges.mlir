// Exponentials of numbers less the maximum of their row are marked, and
// quotients of those and their sum. Others are not.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --emit=tasks %s -o - | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=softmax --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=apart --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=columns --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=others --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=sums --runs=0

#all = affine_map<(i, j) -> (i, j)>
#turn = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#unit = affine_map<(i, j) -> (i, 0)>

// CHECK-LABEL: func.func @softmax
// CHECK: math.exp %{{.*}} {as.not_positive} : f32
// CHECK: arith.divf %{{.*}}, %{{.*}} {as.fraction} : f32
func.func @softmax(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %e = tensor.empty() : tensor<16x16xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<16x16xf32>)
      outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}

// The maximum keeps a dimension of one and is spread to all columns, and the
// difference is an operation of its own.
// CHECK-LABEL: func.func @apart
// CHECK: math.exp %{{.*}} {as.not_positive} : f32
func.func @apart(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<16x16xf32>
  %er = tensor.empty() : tensor<16x1xf32>
  %low = linalg.fill ins(%least : f32) outs(%er : tensor<16x1xf32>) -> tensor<16x1xf32>
  %most = linalg.generic {indexing_maps = [#all, #unit], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x16xf32>) outs(%low : tensor<16x1xf32>) {
  ^bb0(%a: f32, %out: f32):
    %m = arith.maximumf %out, %a : f32
    linalg.yield %m : f32
  } -> tensor<16x1xf32>
  %spread = linalg.generic {indexing_maps = [#unit, #all], iterator_types = ["parallel", "parallel"]}
      ins(%most : tensor<16x1xf32>) outs(%e : tensor<16x16xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<16x16xf32>
  %less = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %spread : tensor<16x16xf32>, tensor<16x16xf32>) outs(%e : tensor<16x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %d = arith.subf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<16x16xf32>
  %p = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%less : tensor<16x16xf32>) outs(%e : tensor<16x16xf32>) {
  ^bb0(%a: f32, %out: f32):
    %y = math.exp %a : f32
    linalg.yield %y : f32
  } -> tensor<16x16xf32>
  return %p : tensor<16x16xf32>
}

// The maximum of a column, but of the numbers of a row.
// CHECK-LABEL: func.func @columns
// CHECK: call @[[EXP:.*]](%{{.*}}, %{{.*}}) :
func.func @columns(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<16x16xf32>
  %er = tensor.empty() : tensor<16xf32>
  %low = linalg.fill ins(%least : f32) outs(%er : tensor<16xf32>) -> tensor<16xf32>
  %most = linalg.generic {indexing_maps = [#turn, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x16xf32>) outs(%low : tensor<16xf32>) {
  ^bb0(%a: f32, %out: f32):
    %m = arith.maximumf %a, %out : f32
    linalg.yield %m : f32
  } -> tensor<16xf32>
  %p = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %most : tensor<16x16xf32>, tensor<16xf32>) outs(%e : tensor<16x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %d = arith.subf %a, %b : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<16x16xf32>
  return %p : tensor<16x16xf32>
}

// The maximum of other numbers, and less the number itself.
// CHECK-LABEL: func.func @others
// CHECK: math.exp %{{[0-9a-z]*}} : f32
// CHECK: math.exp %{{[0-9a-z]*}} : f32
func.func @others(%x: tensor<16x16xf32>, %z: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<16x16xf32>
  %er = tensor.empty() : tensor<16xf32>
  %low = linalg.fill ins(%least : f32) outs(%er : tensor<16xf32>) -> tensor<16xf32>
  %most = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x16xf32>) outs(%low : tensor<16xf32>) {
  ^bb0(%a: f32, %out: f32):
    %m = arith.maximumf %a, %out : f32
    linalg.yield %m : f32
  } -> tensor<16xf32>
  %p = linalg.generic {indexing_maps = [#all, #row, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%z, %most, %x : tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>) outs(%e : tensor<16x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %out: f32):
    %d = arith.subf %a, %b : f32
    %y = math.exp %d : f32
    %f = arith.subf %b, %c : f32
    %w = math.exp %f : f32
    %s = arith.addf %y, %w : f32
    linalg.yield %s : f32
  } -> tensor<16x16xf32>
  return %p : tensor<16x16xf32>
}

// Sums of columns of the same exponentials: they may be tiny.
// CHECK-LABEL: func.func @sums
// CHECK: func.func private @[[EXP]](
// CHECK: math.exp %{{[0-9a-z]*}} : f32
// CHECK: math.exp %{{.*}} {as.not_positive} : f32
// CHECK: arith.divf %{{[0-9a-z_]*}}, %{{[0-9a-z_]*}} : f32
func.func @sums(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<16x16xf32>
  %er = tensor.empty() : tensor<16xf32>
  %low = linalg.fill ins(%least : f32) outs(%er : tensor<16xf32>) -> tensor<16xf32>
  %most = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x16xf32>) outs(%low : tensor<16xf32>) {
  ^bb0(%a: f32, %out: f32):
    %m = arith.maximumf %a, %out : f32
    linalg.yield %m : f32
  } -> tensor<16xf32>
  %p = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %most : tensor<16x16xf32>, tensor<16xf32>) outs(%e : tensor<16x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %d = arith.subf %a, %b : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<16x16xf32>
  %none = linalg.fill ins(%zero : f32) outs(%er : tensor<16xf32>) -> tensor<16xf32>
  %sum = linalg.generic {indexing_maps = [#turn, #row], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<16x16xf32>) outs(%none : tensor<16xf32>) {
  ^bb0(%a: f32, %out: f32):
    %m = arith.addf %a, %out : f32
    linalg.yield %m : f32
  } -> tensor<16xf32>
  %q = linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%p, %sum : tensor<16x16xf32>, tensor<16xf32>) outs(%e : tensor<16x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<16x16xf32>
  return %q : tensor<16x16xf32>
}
