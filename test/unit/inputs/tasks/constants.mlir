// Splat constants belong to the task, dense ones are arguments of it.
//= 1 x matmul 2x2x2: contraction
func.func @f(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %weights = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %zeros = arith.constant dense<0.0> : tensor<2x2xf32>
  %c = linalg.matmul ins(%a, %weights : tensor<2x2xf32>, tensor<2x2xf32>) outs(%zeros : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %c : tensor<2x2xf32>
}
