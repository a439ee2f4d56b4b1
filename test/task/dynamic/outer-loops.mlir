// A product of each of several matrices, one after the other or a tile of all. A
// schedule says whether there is a loop along the static dimension as well.

// DEFINE: %{run} = %as-opt --autoschedule --fp=strict --trials=0 --records=none --progress=none
// RUN: rm -rf %t && mkdir %t && split-file %s %t
// RUN: %{run} --emit=schedule %t/values.mlir -o %t/chosen.mlir
// RUN: FileCheck %s --check-prefix=CHOSEN < %t/chosen.mlir
// CHOSEN: as.kernels = {{{"?[0-9a-f]+"?}} = [array<i64

// RUN: sed 's/= \[array<i64.*>\]}/= [array<i64: 1>, array<i64: 8, 1>, array<i64: 16, 4>, array<i32: 9, 1>]}/' %t/chosen.mlir > %t/outer.mlir
// RUN: %{run} --emit=tasks --kernels-from=%t/outer.mlir %t/values.mlir | FileCheck %s
// CHECK: scf.for %[[H:.*]] = %c0 to %c3 step %c1
// CHECK: scf.for %[[I:.*]] = %c0 to %{{.*}} step %c8
// CHECK: scf.for %[[K:.*]] = %c0 to %{{.*}} step %c16
// CHECK-DAG: tensor.extract_slice %arg0[%[[H]], %{{.*}}, %[[K]]] [1, 8, 16] [1, 1, 1]
// CHECK-DAG: tensor.extract_slice %arg1[%[[H]], %[[K]], 0] [1, 16, 8] [1, 1, 1]
// CHECK: call @as_task_

// RUN: sed 's/= \[array<i64.*>\]}/= [array<i64: 8, 1>, array<i64: 16, 4>, array<i32: 9, 1>]}/' %t/chosen.mlir > %t/inner.mlir
// RUN: %{run} --emit=tasks --kernels-from=%t/inner.mlir %t/values.mlir | FileCheck %s --check-prefix=INNER
// INNER: scf.for %[[I:.*]] = %c0 to %{{.*}} step %c8
// INNER: tensor.extract_slice %arg0[0, %{{.*}}] [3, 8, 16] [1, 1, 1]

// RUN: %{run} --emit=lowered --kernels-from=%t/outer.mlir %t/values.mlir -o %t/outer.lowered.mlir
// RUN: %{run} --emit=lowered --kernels-from=%t/inner.mlir %t/values.mlir -o %t/inner.lowered.mlir
// RUN: %as-run %t/outer.lowered.mlir --sizes=n=0,1,7,8,9,37,m=0,1,3,4,5,16,17,25,64 --compare=%t/values.mlir --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t/inner.lowered.mlir --sizes=n=0,1,7,8,9,37,m=0,1,3,4,5,16,17,25,64 --compare=%t/values.mlir --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^}}results: equal{{$}}

// Tiles of one matrix are computed without its dimension. Their sums are handed
// from tile to tile in one allocation all the same, and so are those of all.
// RUN: FileCheck %s --check-prefix=MEMORY < %t/outer.lowered.mlir
// RUN: FileCheck %s --check-prefix=MEMORY < %t/inner.lowered.mlir
// MEMORY: llvm.func internal @as_sized_values(
// MEMORY: call @malloc
// MEMORY-NOT: call @malloc
// MEMORY: llvm.return

// Rows of the sums of all are copied to the result as vectors.
// RUN: FileCheck %s --check-prefix=ROWS < %t/inner.lowered.mlir
// ROWS: llvm.func internal @as_sized_values(
// ROWS: %[[ROW:.*]] = llvm.load {{.*}} -> vector<8xf32>
// ROWS: llvm.store %[[ROW]], {{.*}} : vector<8xf32>, !llvm.ptr

// Where an operand has the dimension in another place there is no such loop, and
// an operation that has not the dimension is not computed again for each.
// RUN: %as-opt --autoschedule --emit=tasks --records=none %t/others.mlir | FileCheck %s --check-prefix=OTHERS
// OTHERS-LABEL: func.func @transposed
// OTHERS-NOT: scf.for %{{.*}} = %c0 to %c5
// OTHERS: return
// OTHERS-LABEL: func.func @shared
// OTHERS-NOT: scf.for %{{.*}} = %c0 to %c5
// OTHERS: return

//--- values.mlir
func.func @values(%x: tensor<3x?x?xf32> {as.sizes = ["n", "m"]}, %v: tensor<3x?x8xf32> {as.sizes = ["m"]}) -> tensor<3x?x8xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<3x?x?xf32>
  %e = tensor.empty(%n) : tensor<3x?x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3x?x8xf32>) -> tensor<3x?x8xf32>
  %p = linalg.batch_matmul ins(%x, %v : tensor<3x?x?xf32>, tensor<3x?x8xf32>) outs(%z : tensor<3x?x8xf32>) -> tensor<3x?x8xf32>
  return %p : tensor<3x?x8xf32>
}

//--- others.mlir
#id = affine_map<(i, j) -> (i, j)>
#swapped = affine_map<(i, j) -> (j, i)>
#column = affine_map<(i, j) -> (j)>
func.func @transposed(%x: tensor<?x5xf32>) -> tensor<5x?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x5xf32>
  %e = tensor.empty(%n) : tensor<5x?xf32>
  %r = linalg.generic {indexing_maps = [#swapped, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x5xf32>) outs(%e : tensor<5x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<5x?xf32>
  return %r : tensor<5x?xf32>
}

func.func @shared(%x: tensor<5x?xf32>, %y: tensor<?xf32>) -> tensor<5x?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %y, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<5x?xf32>
  %f = tensor.empty(%n) : tensor<?xf32>
  %s = linalg.exp ins(%y : tensor<?xf32>) outs(%f : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<5x?xf32>, tensor<?xf32>) outs(%e : tensor<5x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.mulf %a, %b : f32
    linalg.yield %t : f32
  } -> tensor<5x?xf32>
  return %r : tensor<5x?xf32>
}
