// A loop that calls a task for rows of an array passes pointers to them: the
// task reads them and writes its result where they are, without a copy.
//
// Columns are no run of elements and are copied. So are rows that the task
// starts from: what it writes must not be what it reads.

// RUN: %as-opt --autoschedule --emit=lowered --kernels-per-task=1 --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %as-run %t.mlir --compare=%s --runs=0 | FileCheck %s --check-prefix=EQUAL

// CHECK-LABEL: llvm.func internal @rows(
// CHECK: llvm.call @malloc
// CHECK: ^bb2:
// CHECK-NEXT: llvm.mul
// CHECK-NEXT: %[[X:.*]] = llvm.getelementptr
// CHECK-NEXT: llvm.mul
// CHECK-NEXT: %[[Y:.*]] = llvm.getelementptr
// CHECK-NEXT: llvm.call @as_task_{{.*}}(%[[X]], {{.*}}, %[[Y]])
// CHECK-NEXT: llvm.add
// CHECK-NEXT: llvm.br
// CHECK-LABEL: llvm.func internal @columns(
// CHECK: llvm.load
// CHECK: llvm.call @as_task_
// CHECK: llvm.return
// CHECK-LABEL: llvm.func internal @sums(
// CHECK: {{llvm.store|memcpy}}
// CHECK: llvm.call @as_task_
// CHECK: llvm.return

// EQUAL: results: equal

func.func private @rows(%x: tensor<?x24xf32>, %w: tensor<24x32xf32>)
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

func.func private @columns(%w: tensor<32x24xf32>, %x: tensor<24x?xf32>)
    -> tensor<32x?xf32> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c1 : tensor<24x?xf32>
  %e = tensor.empty(%n) : tensor<32x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<32x?xf32>)
      -> tensor<32x?xf32>
  %r = linalg.matmul ins(%w, %x : tensor<32x24xf32>, tensor<24x?xf32>)
      outs(%z : tensor<32x?xf32>) -> tensor<32x?xf32>
  return %r : tensor<32x?xf32>
}

func.func private @sums(%x: tensor<?x24xf32>, %w: tensor<24x32xf32>,
                        %y: tensor<?x32xf32>) -> tensor<?x32xf32> {
  %r = linalg.matmul ins(%x, %w : tensor<?x24xf32>, tensor<24x32xf32>)
      outs(%y : tensor<?x32xf32>) -> tensor<?x32xf32>
  return %r : tensor<?x32xf32>
}

func.func @all(%x: tensor<9x24xf32>, %w: tensor<24x32xf32>,
               %t: tensor<32x24xf32>, %u: tensor<24x9xf32>)
    -> (tensor<9x32xf32>, tensor<32x9xf32>) {
  %a = tensor.cast %x : tensor<9x24xf32> to tensor<?x24xf32>
  %b = tensor.cast %u : tensor<24x9xf32> to tensor<24x?xf32>
  %p = call @rows(%a, %w)
      : (tensor<?x24xf32>, tensor<24x32xf32>) -> tensor<?x32xf32>
  %q = call @sums(%a, %w, %p)
      : (tensor<?x24xf32>, tensor<24x32xf32>, tensor<?x32xf32>)
      -> tensor<?x32xf32>
  %s = call @columns(%t, %b)
      : (tensor<32x24xf32>, tensor<24x?xf32>) -> tensor<32x?xf32>
  %q0 = tensor.cast %q : tensor<?x32xf32> to tensor<9x32xf32>
  %s0 = tensor.cast %s : tensor<32x?xf32> to tensor<32x9xf32>
  return %q0, %s0 : tensor<9x32xf32>, tensor<32x9xf32>
}
