// A single channel behind a pad: sums of nine, and a pad that comes first.
func.func @task(%x: tensor<2x1x37x37xf32>, %w: tensor<30x1x3x3xf32>) -> tensor<2x30x37x37xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%n: index, %c: index, %h: index, %v: index):
    tensor.yield %zero : f32
  } : tensor<2x1x37x37xf32> to tensor<2x1x39x39xf32>
  %empty = tensor.empty() : tensor<2x30x37x37xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x30x37x37xf32>) -> tensor<2x30x37x37xf32>
  %conv = linalg.conv_2d_nchw_fchw
      ins(%padded, %w : tensor<2x1x39x39xf32>, tensor<30x1x3x3xf32>)
      outs(%zeros : tensor<2x30x37x37xf32>) -> tensor<2x30x37x37xf32>
  return %conv : tensor<2x30x37x37xf32>
}
