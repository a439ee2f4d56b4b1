// Rows of queries by rows of keys: a tile of keys is transposed once, in front
// of the loop over tiles of queries, and kernels are products without that. A
// tile of four keys or one is read as it is.

// RUN: rm -rf %t && mkdir %t
// DEFINE: %{run} = %as-opt --autoschedule --fp=strict --trials=0 --records=none --progress=none
// RUN: %{run} --emit=schedule %s -o %t/chosen.mlir
// RUN: sed 's/= \[array<i64.*>\]}/= [array<i64: 4, 1>, array<i64: 8, 1>]}/' %t/chosen.mlir > %t/tiles.mlir
// RUN: %{run} --emit=tasks --kernels-from=%t/tiles.mlir %s | FileCheck %s
// CHECK: scf.for %{{.*}} step %c8
// CHECK: %[[KEYS:.*]] = tensor.extract_slice %arg1[0, %{{.*}}, 0] [3, 8, 16]
// CHECK: %[[TRANSPOSED:.*]] = func.call @as_task_{{.*}}(%[[KEYS]]) : (tensor<3x8x16xf32>) -> tensor<3x16x8xf32>
// CHECK: scf.for %{{.*}} step %c4
// CHECK: tensor.extract_slice %arg0[0, %{{.*}}, 0] [3, 4, 16]
// CHECK: func.call @as_task_{{.*}}(%{{.*}}, %[[TRANSPOSED]])
// CHECK: scf.for %{{.*}} step %c1{{ }}
// CHECK: func.call @as_task_{{.*}}(%{{.*}}, %[[TRANSPOSED]])
// CHECK: scf.for %{{.*}} step %c1{{ }}
// CHECK-NOT: tensor<3x16xf32>) -> tensor<3x16xf32>
// CHECK: return

// RUN: %{run} --emit=lowered --kernels-from=%t/tiles.mlir %s -o %t/given.mlir
// RUN: %as-run %t/given.mlir --sizes=n=0,1,3,4,5,9,37,m=0,1,7,8,9,17 --compare=%s --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} --emit=lowered %s -o %t/own.mlir
// RUN: %as-run %t/own.mlir --sizes=n=0,1,3,4,5,9,37,m=0,1,4,5,7,8,9,12,13,17,65 --compare=%s --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^}}results: equal{{$}}

// Where results are large, matrices go one after the other, by one kernel.
// RUN: %{run} --emit=tasks %s | FileCheck %s --check-prefix=SINGLE
// SINGLE: %[[WORK:.*]] = arith.muli %[[N:.*]], %[[M:.*]] : index
// SINGLE: %[[MUCH:.*]] = arith.cmpi uge, %[[WORK]], %c87382 : index
// SINGLE: %[[IS:.*]] = arith.andi
// SINGLE: %[[ONES:.*]] = arith.select %{{.*}}, %c3, %c0 : index
// SINGLE: %[[ALL:.*]] = arith.select %{{.*}}, %c0, %c3 : index
// SINGLE: scf.for %[[H:.*]] = %c0 to %[[ONES]] step %c1{{ }}
// SINGLE: tensor.extract_slice %arg1[%[[H]], %{{.*}}, 0] [1, 16, 16]
// SINGLE: func.call @as_task_{{.*}} : (tensor<6x16xf32>, tensor<16x16xf32>) -> tensor<6x16xf32>
// SINGLE: scf.for %[[T:.*]] = %c0 to %[[ALL]] step %c3{{ }}
// SINGLE: tensor.extract_slice %arg1[%[[T]], %{{.*}}, 0] [3, 16, 16]
// Where no size is so large there is none of that.
// RUN: %{run} --emit=tasks --sizes=n=1..64,m=1..64 %s | FileCheck %s --check-prefix=SMALL
// SMALL: func.func @scores(
// SMALL-NOT: [1, 16, 16]
// SMALL: tensor.extract_slice %arg1[0, %{{.*}}, 0] [3, 16, 16]
// SMALL-NOT: [1, 16, 16]
// SMALL: %[[FOUR:.*]] = tensor.extract_slice %arg1[0, %{{.*}}, 0] [3, 4, 16]
// SMALL-NEXT: func.call @as_task_{{.*}}(%{{.*}}, %[[FOUR]]) : (tensor<3x6x16xf32>, tensor<3x4x16xf32>) -> tensor<3x6x4xf32>
// RUN: %as-run %t/own.mlir --sizes=n=5,293,294,m=15,299,17477 --compare=%s --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} --emit=lowered --kernels-from=%t/chosen.mlir %s -o %t/again.mlir
// RUN: diff %t/own.mlir %t/again.mlir

func.func @scores(%q: tensor<3x?x16xf32> {as.sizes = ["n"]}, %k: tensor<3x?x16xf32> {as.sizes = ["m"]}) -> tensor<3x?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %n = tensor.dim %q, %c1 : tensor<3x?x16xf32>
  %m = tensor.dim %k, %c1 : tensor<3x?x16xf32>
  %e = tensor.empty(%n, %m) : tensor<3x?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3x?x?xf32>) -> tensor<3x?x?xf32>
  %r = linalg.batch_matmul indexing_maps = [
      affine_map<(b, i, j, k) -> (b, i, k)>,
      affine_map<(b, i, j, k) -> (b, j, k)>,
      affine_map<(b, i, j, k) -> (b, i, j)>]
      ins(%q, %k : tensor<3x?x16xf32>, tensor<3x?x16xf32>)
      outs(%z : tensor<3x?x?xf32>) -> tensor<3x?x?xf32>
  return %r : tensor<3x?x?xf32>
}
