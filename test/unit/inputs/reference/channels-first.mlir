// Channels first: the 24 pixels of a row are the lanes.
!a = tensor<1x8x10x26xf32>
!b = tensor<6x8x3x3xf32>
!c = tensor<1x6x8x24xf32>
func.func @f(%a: !a, %b: !b) -> !c {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !c
  %i = linalg.fill ins(%zero : f32) outs(%e : !c) -> !c
  %r = linalg.conv_2d_nchw_fchw ins(%a, %b : !a, !b) outs(%i : !c) -> !c
  return %r : !c
}
