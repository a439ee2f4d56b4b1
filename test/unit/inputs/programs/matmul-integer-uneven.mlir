func.func @mm(%x: tensor<61x260xi8>, %w: tensor<260x127xi8>)
    -> tensor<61x127xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<61x127xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<61x127xi32>)
      -> tensor<61x127xi32>
  %products = linalg.matmul
      ins(%x, %w : tensor<61x260xi8>, tensor<260x127xi8>)
      outs(%zeros : tensor<61x127xi32>) -> tensor<61x127xi32>
  return %products : tensor<61x127xi32>
}
