// A convolution of bytes: image and filter are widened as they are packed.
func.func @task(%x: tensor<1x9x9x64xi8>, %w: tensor<3x3x64x64xi8>) -> tensor<1x7x7x64xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x7x7x64xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x7x7x64xi32>) -> tensor<1x7x7x64xi32>
  %c = linalg.conv_2d_nhwc_hwcf
      ins(%x, %w : tensor<1x9x9x64xi8>, tensor<3x3x64x64xi8>)
      outs(%zeros : tensor<1x7x7x64xi32>) -> tensor<1x7x7x64xi32>
  return %c : tensor<1x7x7x64xi32>
}
