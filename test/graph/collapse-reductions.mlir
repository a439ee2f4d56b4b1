// Reductions of several dimensions whose rows are short, or no whole vectors, are
// along one dimension. Long rows stay, and so does what reads an elementwise
// operation, or an array that another one reads as well, as a reshape would be
// between the two.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=all --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --compare=%s --entry=greatest --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --compare=%s --entry=long --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --compare=%s --entry=squares --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --compare=%s --entry=centre --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-opt --autoschedule --trials=0 --fp=strict --records=none --progress=none %s -o %t.strict.mlir
// RUN: %as-run %t.strict.mlir --compare=%s --entry=all --fp=strict --runs=0 | FileCheck %s --check-prefix=STRICT
// EQUAL: results: equal
// STRICT: {{^}}results: equal{{$}}

// CHECK-LABEL: func.func @all(
// CHECK: call @as_task_{{.*}} : (tensor<1384xf32>) -> tensor<f32>
func.func @all(%x: tensor<173x8xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %r = linalg.reduce { arith.addf } ins(%x : tensor<173x8xf32>) outs(%f : tensor<f32>) dimensions = [0, 1]
  return %r : tensor<f32>
}

// Only the last ones.
// CHECK-LABEL: func.func @greatest(
// CHECK: call @as_task_{{.*}} : (tensor<37x280xf32>) -> tensor<37xf32>
func.func @greatest(%x: tensor<37x4x10x7xf32>) -> tensor<37xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<37xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<37xf32>) -> tensor<37xf32>
  %r = linalg.reduce { arith.maximumf } ins(%x : tensor<37x4x10x7xf32>) outs(%f : tensor<37xf32>) dimensions = [1, 2, 3]
  return %r : tensor<37xf32>
}

// CHECK-LABEL: func.func @long(
// CHECK-SAME: label = "reduce 37x64"
// CHECK-NOT: collapse_shape
func.func @long(%x: tensor<37x64xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %r = linalg.reduce { arith.addf } ins(%x : tensor<37x64xf32>) outs(%f : tensor<f32>) dimensions = [0, 1]
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func @squares(
// CHECK-NOT: collapse_shape
// CHECK: call @as_task_{{.*}} : (tensor<173x8xf32>) -> tensor<f32>
// CHECK: return
func.func @squares(%x: tensor<173x8xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %s = tensor.empty() : tensor<173x8xf32>
  %square = linalg.square ins(%x : tensor<173x8xf32>) outs(%s : tensor<173x8xf32>) -> tensor<173x8xf32>
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %r = linalg.reduce { arith.addf } ins(%square : tensor<173x8xf32>) outs(%f : tensor<f32>) dimensions = [0, 1]
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func @centre(
// CHECK-NOT: collapse_shape
// CHECK: linalg.reduce
func.func @centre(%x: tensor<37x40x7xf32>) -> tensor<37x40x7xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<37xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<37xf32>) -> tensor<37xf32>
  %r = linalg.reduce { arith.addf } ins(%x : tensor<37x40x7xf32>) outs(%f : tensor<37xf32>) dimensions = [1, 2]
  %o = tensor.empty() : tensor<37x40x7xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i)>,
      affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %r : tensor<37x40x7xf32>, tensor<37xf32>) outs(%o : tensor<37x40x7xf32>) {
  ^bb0(%a: f32, %m: f32, %out: f32):
    %s = arith.subf %a, %m : f32
    linalg.yield %s : f32
  } -> tensor<37x40x7xf32>
  return %y : tensor<37x40x7xf32>
}
