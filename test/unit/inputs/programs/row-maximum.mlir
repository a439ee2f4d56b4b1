// The largest of each row: a reduction whose order does not matter.
func.func @task(%x: tensor<64x512xf32>, %low: tensor<64xf32>) -> tensor<64xf32> {
  %r = linalg.reduce {arith.maximumf} ins(%x : tensor<64x512xf32>)
      outs(%low : tensor<64xf32>) dimensions = [1]
  return %r : tensor<64xf32>
}
