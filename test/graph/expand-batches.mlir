// A product gets the batches that its result is expanded to, but no more of them
// than a task can have dimensions: the matrices would have seven.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks %s -o %t.tasks 2> %t.log
// RUN: FileCheck %s < %t.tasks
// RUN: FileCheck %s --check-prefix=LOG --allow-empty < %t.log
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=six --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=seven --runs=0
// LOG-NOT: dimensions

// CHECK-LABEL: func.func @six(
// CHECK: call @as_task{{.*}} -> tensor<2x2x2x3x8xf32>
func.func @six(%a: tensor<24x8x16xf32>, %x: tensor<24x16xf32>) -> tensor<2x2x2x3x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<24x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<24x8xf32>) -> tensor<24x8xf32>
  %sum = linalg.batch_matvec ins(%a, %x : tensor<24x8x16xf32>, tensor<24x16xf32>) outs(%zeros : tensor<24x8xf32>) -> tensor<24x8xf32>
  %r = tensor.expand_shape %sum [[0, 1, 2, 3], [4]] output_shape [2, 2, 2, 3, 8] : tensor<24x8xf32> into tensor<2x2x2x3x8xf32>
  return %r : tensor<2x2x2x3x8xf32>
}

// CHECK-LABEL: func.func @seven(
// CHECK: call @as_task{{.*}} -> tensor<48x8xf32>
func.func @seven(%a: tensor<48x8x16xf32>, %x: tensor<48x16xf32>) -> tensor<2x2x2x2x3x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<48x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<48x8xf32>) -> tensor<48x8xf32>
  %sum = linalg.batch_matvec ins(%a, %x : tensor<48x8x16xf32>, tensor<48x16xf32>) outs(%zeros : tensor<48x8xf32>) -> tensor<48x8xf32>
  %r = tensor.expand_shape %sum [[0, 1, 2, 3, 4], [5]] output_shape [2, 2, 2, 2, 3, 8] : tensor<48x8xf32> into tensor<2x2x2x2x3x8xf32>
  return %r : tensor<2x2x2x2x3x8xf32>
}
