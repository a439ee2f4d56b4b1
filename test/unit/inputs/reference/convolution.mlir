// Channels last: the 24 channels are the lanes.
!a = tensor<1x10x10x8xf32>
!b = tensor<3x3x8x24xf32>
!c = tensor<1x8x8x24xf32>
func.func @f(%a: !a, %b: !b) -> !c {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !c
  %i = linalg.fill ins(%zero : f32) outs(%e : !c) -> !c
  %r = linalg.conv_2d_nhwc_hwcf ins(%a, %b : !a, !b) outs(%i : !c) -> !c
  return %r : !c
}
