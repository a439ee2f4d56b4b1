func.func @dynamic(%x: tensor<1x?x64xf32>, %k: tensor<?x64x64xf32>, %y: tensor<1x?x64xf32>) -> tensor<1x?x64xf32> {
  %0 = linalg.conv_1d_nwc_wcf ins(%x, %k : tensor<1x?x64xf32>, tensor<?x64x64xf32>) outs(%y : tensor<1x?x64xf32>) -> tensor<1x?x64xf32>
  return %0 : tensor<1x?x64xf32>
}
