// Whether a constant is defined in the region of a task or around it makes no
// other task. (The canonicaliser moves constants to the top of a function, so
// that any module with control flow has them there.)

// Only constants, fills and empties of the task's own block are cloned along;
// from further out they become arguments, and equal tasks are two.
// XFAIL: *

// RUN: %as-opt --as-extract-tasks %s | FileCheck %s
// CHECK: call @[[TASK:as_task_[0-9a-f]+]](
// CHECK: scf.if
// CHECK: func.call @[[TASK]](
// CHECK-COUNT-1: func.func private
// CHECK-NOT: func.func private

func.func @nested(%x: tensor<8x8xf32>, %again: i1)
    -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x8xf32>)
      -> tensor<8x8xf32>
  %y = linalg.matmul ins(%x, %x : tensor<8x8xf32>, tensor<8x8xf32>)
      outs(%zeros : tensor<8x8xf32>) -> tensor<8x8xf32>
  %z = scf.if %again -> tensor<8x8xf32> {
    %w = linalg.matmul ins(%y, %y : tensor<8x8xf32>, tensor<8x8xf32>)
        outs(%zeros : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.yield %w : tensor<8x8xf32>
  } else {
    scf.yield %y : tensor<8x8xf32>
  }
  return %y, %z : tensor<8x8xf32>, tensor<8x8xf32>
}
