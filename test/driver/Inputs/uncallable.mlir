func.func @dynamic(%n: tensor<index>) -> tensor<?xf32> {
  %size = tensor.extract %n[] : tensor<index>
  %r = tensor.empty(%size) : tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @static(%x: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.exp ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
func.func @small(%x: tensor<8xi4>) -> tensor<8xi4> {
  return %x : tensor<8xi4>
}
