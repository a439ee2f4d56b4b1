// Tiles of a result of dynamic size are computed where the caller wants it: no
// tile is copied, and nothing is allocated. One that the function reads again is
// right as well.

// RUN: %as-opt --autoschedule --emit=lowered --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %as-run %t.mlir --entry=rows --compare=%s --runs=0 --sizes=d0=0..9,31..33,127..130 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --entry=again --compare=%s --runs=0 --sizes=d0=0..9,31..33,127..130 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --entry=onto --compare=%s --runs=0 --sizes=d0=0..9,31..33,127..130 | FileCheck %s --check-prefix=EQUAL

// CHECK-LABEL: llvm.func internal @as_sized_rows(
// CHECK-NOT: llvm.call @malloc
// CHECK-NOT: llvm.load
// CHECK: %[[Y:.*]] = llvm.getelementptr %arg2[
// CHECK: llvm.call @as_task_{{.*}}(%{{.*}}, %arg1, %[[Y]])
// CHECK-NOT: llvm.load
// CHECK: llvm.return
// CHECK-NOT: as.results
// CHECK-LABEL: llvm.func @rows(
// CHECK-NOT: as.results

// EQUAL: results: equal

func.func @rows(%x: tensor<?x24xf32>, %w: tensor<24x32xf32>)
    -> tensor<?x32xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x24xf32>
  %e = tensor.empty(%n) : tensor<?x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x32xf32>)
      -> tensor<?x32xf32>
  %r = linalg.matmul ins(%x, %w : tensor<?x24xf32>, tensor<24x32xf32>)
      outs(%z : tensor<?x32xf32>) -> tensor<?x32xf32>
  return %r : tensor<?x32xf32>
}

func.func @again(%x: tensor<?x24xf32>, %w: tensor<24x24xf32>)
    -> (tensor<?x24xf32>, tensor<?x24xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x24xf32>
  %e = tensor.empty(%n) : tensor<?x24xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x24xf32>)
      -> tensor<?x24xf32>
  %r = linalg.matmul ins(%x, %w : tensor<?x24xf32>, tensor<24x24xf32>)
      outs(%z : tensor<?x24xf32>) -> tensor<?x24xf32>
  %s = linalg.matmul ins(%r, %w : tensor<?x24xf32>, tensor<24x24xf32>)
      outs(%z : tensor<?x24xf32>) -> tensor<?x24xf32>
  return %r, %s : tensor<?x24xf32>, tensor<?x24xf32>
}

// Sums onto an argument, which stays as it is.
func.func @onto(%x: tensor<?x24xf32>, %w: tensor<24x32xf32>,
                %y: tensor<?x32xf32>) -> (tensor<?x32xf32>, tensor<?x32xf32>) {
  %r = linalg.matmul ins(%x, %w : tensor<?x24xf32>, tensor<24x32xf32>)
      outs(%y : tensor<?x32xf32>) -> tensor<?x32xf32>
  %s = linalg.sub ins(%r, %y : tensor<?x32xf32>, tensor<?x32xf32>)
      outs(%y : tensor<?x32xf32>) -> tensor<?x32xf32>
  return %r, %s : tensor<?x32xf32>, tensor<?x32xf32>
}
