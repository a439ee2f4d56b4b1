func.func @row(%x: tensor<11xf32>) -> tensor<1xf32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %sum = linalg.reduce {arith.addf} ins(%x : tensor<11xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %r = tensor.expand_shape %sum [] output_shape [1] : tensor<f32> into tensor<1xf32>
  return %r : tensor<1xf32>
}

func.func @first(%x: tensor<5x8xf32>) -> tensor<1x8xf32> {
  %ones = arith.constant dense<1.0> : tensor<8xf32>
  %sum = linalg.reduce {arith.addf} ins(%x : tensor<5x8xf32>) outs(%ones : tensor<8xf32>) dimensions = [0]
  %r = tensor.expand_shape %sum [[0, 1]] output_shape [1, 8] : tensor<8xf32> into tensor<1x8xf32>
  return %r : tensor<1x8xf32>
}

func.func @elsewhere(%x: tensor<8xf32>) -> tensor<8xf32> {
  %twos = arith.constant dense<2.0> : tensor<8xf32>
  %half = tensor.extract_slice %x[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %twice = arith.addf %half, %half : tensor<4xf32>
  %r = tensor.insert_slice %twice into %twos[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}
