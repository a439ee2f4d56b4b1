// Weights that are constants are arguments of their task that say so, and make
// it another task than one whose weights may change.

// RUN: %as-opt --as-extract-tasks %s | FileCheck %s
// CHECK-LABEL: func.func @main(
// CHECK: call @[[FIXED:as_task_[0-9a-f]+]](
// CHECK: call @[[ANY:as_task_[0-9a-f]+]](
// CHECK: call @[[FIXED]](
// CHECK: func.func private @[[FIXED]](%{{.*}}: tensor<2x4xf32>, %{{.*}}: tensor<4x4xf32> {as.constant})
// CHECK: func.func private @[[ANY]](%{{.*}}: tensor<2x4xf32>, %{{.*}}: tensor<4x4xf32>)

func.func @main(%x: tensor<2x4xf32>, %v: tensor<4x4xf32>, %u: tensor<4x4xf32> {as.constant}) -> tensor<2x4xf32> {
  %w = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [4.0, 3.0, 2.0, 1.0]]> : tensor<4x4xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x4xf32>) -> tensor<2x4xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<2x4xf32>, tensor<4x4xf32>) outs(%f : tensor<2x4xf32>) -> tensor<2x4xf32>
  %1 = linalg.matmul ins(%0, %v : tensor<2x4xf32>, tensor<4x4xf32>) outs(%f : tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = linalg.matmul ins(%1, %u : tensor<2x4xf32>, tensor<4x4xf32>) outs(%f : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %2 : tensor<2x4xf32>
}
