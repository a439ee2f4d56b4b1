func.func @f(%x: tensor<8x16xf16>, %low: tensor<8xf16>) -> tensor<8xf16> {
  %r = linalg.reduce {arith.maximumf} ins(%x : tensor<8x16xf16>) outs(%low : tensor<8xf16>)
      dimensions = [1]
  return %r : tensor<8xf16>
}
