func.func @rows(%x: tensor<?x64xf32> {as.sizes = ["n"]}, %w: tensor<64x64xf32>, %y: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<?x64xf32>, tensor<64x64xf32>) outs(%y : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}
