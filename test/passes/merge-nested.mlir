// Where constants, empties and fills are defined makes no other task: in the
// block of the task or around it, and in which order. (The canonicaliser moves
// constants to the top of a function, so that any module with control flow has
// them there.)

// RUN: %as-opt --as-extract-tasks --split-input-file %s | FileCheck %s
// CHECK-LABEL: func.func @nested(
// CHECK: call @[[TASK:as_task_[0-9a-f]+]](
// CHECK: scf.if
// CHECK: func.call @[[TASK]](
// CHECK: else
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
    %own_empty = tensor.empty() : tensor<8x8xf32>
    %own_zero = arith.constant 0.0 : f32
    %own_zeros = linalg.fill ins(%own_zero : f32)
        outs(%own_empty : tensor<8x8xf32>) -> tensor<8x8xf32>
    %v = linalg.matmul ins(%y, %y : tensor<8x8xf32>, tensor<8x8xf32>)
        outs(%own_zeros : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.yield %v : tensor<8x8xf32>
  }
  return %y, %z : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// Two convolutions that share a fill, as they do after CSE: it comes before the
// pad of one and after that of the other.

// CHECK-LABEL: func.func @shared(
// CHECK: call @[[TASK:as_task_[0-9a-f]+]](
// CHECK: call @[[TASK]](
// CHECK-COUNT-1: func.func private
// CHECK-NOT: func.func private

func.func @shared(%x: tensor<1x4x4x2xf32>, %w: tensor<3x3x2x2xf32>)
    -> tensor<1x4x4x2xf32> {
  %zero = arith.constant 0.0 : f32
  %px = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %zero : f32
  } : tensor<1x4x4x2xf32> to tensor<1x6x6x2xf32>
  %empty = tensor.empty() : tensor<1x4x4x2xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x4x4x2xf32>)
      -> tensor<1x4x4x2xf32>
  %y = linalg.conv_2d_nhwc_hwcf
      ins(%px, %w : tensor<1x6x6x2xf32>, tensor<3x3x2x2xf32>)
      outs(%zeros : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %py = tensor.pad %y low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %zero : f32
  } : tensor<1x4x4x2xf32> to tensor<1x6x6x2xf32>
  %z = linalg.conv_2d_nhwc_hwcf
      ins(%py, %w : tensor<1x6x6x2xf32>, tensor<3x3x2x2xf32>)
      outs(%zeros : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  return %z : tensor<1x4x4x2xf32>
}
