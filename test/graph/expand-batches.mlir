// A product gets the batches that its result is expanded to, but no more of them
// than a task can have dimensions: the matrices would have seven.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks %s -o %t.tasks 2> %t.log
// RUN: FileCheck %s < %t.tasks
// RUN: FileCheck %s --check-prefix=LOG --allow-empty < %t.log
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=six --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=seven --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=any --sizes=b=0,1,3,n=0,1,9 --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=some --sizes=n=0,1,9 --runs=0
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

// The same where sizes are known at run time only: that of a part, or of others.

// CHECK-LABEL: func.func @any(
// CHECK-NOT: tensor<?x?x16xf32>
// CHECK-NOT: tensor<?x?x?xf32>
func.func @any(%q: tensor<?x2x?x16xf32> {as.sizes = ["b", "n"]}, %k: tensor<?x2x?x16xf32> {as.sizes = ["b", "n"]}) -> tensor<?x2x?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %b = tensor.dim %q, %c0 : tensor<?x2x?x16xf32>
  %heads = arith.muli %b, %c2 : index
  %n = tensor.dim %q, %c2 : tensor<?x2x?x16xf32>
  %m = tensor.dim %k, %c2 : tensor<?x2x?x16xf32>
  %queries = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<?x2x?x16xf32> into tensor<?x?x16xf32>
  %keys = tensor.collapse_shape %k [[0, 1], [2], [3]] : tensor<?x2x?x16xf32> into tensor<?x?x16xf32>
  %empty = tensor.empty(%heads, %n, %m) : tensor<?x?x?xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %scores = linalg.batch_matmul
      indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, j, k)>, affine_map<(b, i, j, k) -> (b, i, j)>]
      ins(%queries, %keys : tensor<?x?x16xf32>, tensor<?x?x16xf32>) outs(%zeros : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %r = tensor.expand_shape %scores [[0, 1], [2], [3]] output_shape [%b, 2, %n, %m] : tensor<?x?x?xf32> into tensor<?x2x?x?xf32>
  %e = tensor.empty(%b, %n, %m) : tensor<?x2x?x?xf32>
  %p = linalg.exp ins(%r : tensor<?x2x?x?xf32>) outs(%e : tensor<?x2x?x?xf32>) -> tensor<?x2x?x?xf32>
  return %p : tensor<?x2x?x?xf32>
}

// CHECK-LABEL: func.func @some(
// CHECK-NOT: tensor<6x?x16xf32>
// CHECK-NOT: tensor<6x?x?xf32>
func.func @some(%q: tensor<3x2x?x16xf32> {as.sizes = ["n"]}, %k: tensor<3x2x?x16xf32> {as.sizes = ["n"]}) -> tensor<3x2x?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %q, %c2 : tensor<3x2x?x16xf32>
  %m = tensor.dim %k, %c2 : tensor<3x2x?x16xf32>
  %queries = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<3x2x?x16xf32> into tensor<6x?x16xf32>
  %keys = tensor.collapse_shape %k [[0, 1], [2], [3]] : tensor<3x2x?x16xf32> into tensor<6x?x16xf32>
  %empty = tensor.empty(%n, %m) : tensor<6x?x?xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<6x?x?xf32>) -> tensor<6x?x?xf32>
  %scores = linalg.batch_matmul
      indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, j, k)>, affine_map<(b, i, j, k) -> (b, i, j)>]
      ins(%queries, %keys : tensor<6x?x16xf32>, tensor<6x?x16xf32>) outs(%zeros : tensor<6x?x?xf32>) -> tensor<6x?x?xf32>
  %r = tensor.expand_shape %scores [[0, 1], [2], [3]] output_shape [3, 2, %n, %m] : tensor<6x?x?xf32> into tensor<3x2x?x?xf32>
  %e = tensor.empty(%n, %m) : tensor<3x2x?x?xf32>
  %p = linalg.exp ins(%r : tensor<3x2x?x?xf32>) outs(%e : tensor<3x2x?x?xf32>) -> tensor<3x2x?x?xf32>
  return %p : tensor<3x2x?x?xf32>
}
// CHECK-LABEL: func.func private @as_task
