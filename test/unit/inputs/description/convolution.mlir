// Strides and dilations that differ between rows and columns.
!x = tensor<1x11x9x2xf32>
!w = tensor<3x2x2x4xf32>
!c = tensor<1x4x3x4xf32>
func.func @f(%x: !x, %w: !w, %c: !c) -> !c {
  %r = linalg.conv_2d_nhwc_hwcf
      {strides = dense<[2, 3]> : tensor<2xi64>,
       dilations = dense<[2, 1]> : tensor<2xi64>}
      ins(%x, %w : !x, !w) outs(%c : !c) -> !c
  return %r : !c
}
