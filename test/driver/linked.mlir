// Two lowered modules that have a task and what constants determine in common
// can be linked: what is private is nobody else's.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %s -o %t.first.mlir
// RUN: sed s/@first/@second/ %t.first.mlir > %t.second.mlir
// RUN: FileCheck %s < %t.first.mlir
// RUN: %mlir-translate --mlir-to-llvmir %t.first.mlir -o %t.first.ll
// RUN: %mlir-translate --mlir-to-llvmir %t.second.mlir -o %t.second.ll
// RUN: llvm-link -S %t.first.ll %t.second.ll | FileCheck %s --check-prefix=LINKED

// CHECK-DAG: llvm.mlir.global private constant @as_once.array(
// CHECK-DAG: llvm.func internal @as_task_
// CHECK-DAG: llvm.func @first(
// CHECK-DAG: llvm.func @elsewhere(!llvm.ptr) attributes
// LINKED-DAG: define void @first(
// LINKED-DAG: define void @second(

func.func private @elsewhere(%x: memref<4xf32>)

func.func @first(%x: tensor<4xf32>, %y: memref<4xf32>) -> tensor<4xf32> {
  %w = arith.constant dense<[1.0, 4.0, 9.0, 16.0]> : tensor<4xf32>
  call @elsewhere(%y) : (memref<4xf32>) -> ()
  %e = tensor.empty() : tensor<4xf32>
  %q = linalg.sqrt ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %z = linalg.add ins(%x, %q : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}
