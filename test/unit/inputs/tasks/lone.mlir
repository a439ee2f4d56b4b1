// What nothing joins.
//= 1 x reduce 4x8: fill reduction
//= 1 x negf 4x8: elementwise
//= 1 x transpose 8x4: transpose
func.func @f(%x: tensor<4x8xf32>) -> (tensor<8x4xf32>, tensor<8xf32>, tensor<4x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<8x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x8xf32>) outs(%e0 : tensor<8x4xf32>) permutation = [1, 0]
  %e1 = tensor.empty() : tensor<8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<4x8xf32>) outs(%zeros : tensor<8xf32>) dimensions = [0]
  %e2 = tensor.empty() : tensor<4x8xf32>
  %n = linalg.negf ins(%x : tensor<4x8xf32>) outs(%e2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %t, %s, %n : tensor<8x4xf32>, tensor<8xf32>, tensor<4x8xf32>
}
