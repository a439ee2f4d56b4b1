func.func @bmm(%x: tensor<3x13x64xf32>, %w: tensor<3x64x375xf32>)
    -> tensor<3x13x375xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3x13x375xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x13x375xf32>)
      -> tensor<3x13x375xf32>
  %products = linalg.batch_matmul
      ins(%x, %w : tensor<3x13x64xf32>, tensor<3x64x375xf32>)
      outs(%zeros : tensor<3x13x375xf32>) -> tensor<3x13x375xf32>
  return %products : tensor<3x13x375xf32>
}
