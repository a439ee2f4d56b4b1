// The window is a tensor of which only the shape is used.
func.func @task(%x: tensor<1x15x15x16xf32>) -> tensor<1x8x8x16xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %padded = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %lowest : f32
  } : tensor<1x15x15x16xf32> to tensor<1x17x17x16xf32>
  %window = tensor.empty() : tensor<3x3xf32>
  %empty = tensor.empty() : tensor<1x8x8x16xf32>
  %start = linalg.fill ins(%lowest : f32) outs(%empty : tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  %pool = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>}
      ins(%padded, %window : tensor<1x17x17x16xf32>, tensor<3x3xf32>)
      outs(%start : tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  return %pool : tensor<1x8x8x16xf32>
}
