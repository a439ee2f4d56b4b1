func.func @add(%x: tensor<10007xf32>, %y: tensor<10007xf32>)
    -> tensor<10007xf32> {
  %empty = tensor.empty() : tensor<10007xf32>
  %sum = linalg.add
      ins(%x, %y : tensor<10007xf32>, tensor<10007xf32>)
      outs(%empty : tensor<10007xf32>) -> tensor<10007xf32>
  return %sum : tensor<10007xf32>
}
