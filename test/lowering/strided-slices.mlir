// Tiles of an array whose rows have a dynamic distance are read and written
// where they are: nothing is copied in front of a call or behind it.

// RUN: rm -rf %t && mkdir %t
// DEFINE: %{run} = %as-opt --autoschedule --fp=strict --trials=0 --records=none --progress=none
// RUN: %{run} --emit=schedule %s -o %t/chosen.mlir
// RUN: sed 's/= \[array<i64[^]]*\]/= [array<i64: 8, 1>, array<i32: 8, 1>, array<i64: 16, 1>, array<i32: 16, 1>]/g' %t/chosen.mlir > %t/tiles.mlir
// RUN: %{run} --emit=lowered --kernels-from=%t/tiles.mlir %s -o %t/lowered.mlir
// RUN: FileCheck %s < %t/lowered.mlir
// RUN: %as-run %t/lowered.mlir --entry=values --sizes=n=0,1,7,8,9,37,m=0,1,3,15,16,17,64 --compare=%s --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t/lowered.mlir --entry=scores --sizes=n=0,1,7,8,9,37,m=0,1,3,15,16,17,64 --compare=%s --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^}}results: equal{{$}}

// The first tiles are of 8 rows and 16 columns.
// CHECK-LABEL: llvm.func internal @as_sized_values(
// CHECK-NOT: llvm.load
// CHECK: llvm.call @as_task_
// CHECK-NOT: llvm.load
// CHECK: llvm.br
// CHECK-LABEL: llvm.func internal @as_sized_scores(
// CHECK-NOT: {{llvm.load|llvm.store|memcpy}}
// CHECK: llvm.call @as_task_
// CHECK-NOT: {{llvm.load|llvm.store|memcpy}}
// CHECK: llvm.br

// Tiles of 8 rows and 16 columns of the first operand.
func.func @values(%x: tensor<?x?xf32> {as.sizes = ["n", "m"]}, %y: tensor<?x24xf32>) -> tensor<?x24xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%n) : tensor<?x24xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x24xf32>) -> tensor<?x24xf32>
  %r = linalg.matmul ins(%x, %y : tensor<?x?xf32>, tensor<?x24xf32>) outs(%z : tensor<?x24xf32>) -> tensor<?x24xf32>
  return %r : tensor<?x24xf32>
}

// Each tile of the result is in 8 rows.
func.func @scores(%x: tensor<?x24xf32> {as.sizes = ["n"]}, %y: tensor<?x24xf32> {as.sizes = ["m"]}) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x24xf32>
  %m = tensor.dim %y, %c0 : tensor<?x24xf32>
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>]
      ins(%x, %y : tensor<?x24xf32>, tensor<?x24xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
