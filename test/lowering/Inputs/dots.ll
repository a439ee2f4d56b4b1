; What vdpbf16ps computes, for processors that do not have it.

define internal <16 x float> @widen(<16 x i16> %x) {
  %wide = zext <16 x i16> %x to <16 x i32>
  %bits = shl <16 x i32> %wide, splat (i32 16)
  %float = bitcast <16 x i32> %bits to <16 x float>
  ret <16 x float> %float
}

define internal <16 x float> @dots(<16 x float> %sums, <32 x bfloat> %a, <32 x bfloat> %b) {
  %a16 = bitcast <32 x bfloat> %a to <32 x i16>
  %b16 = bitcast <32 x bfloat> %b to <32 x i16>
  %a0 = shufflevector <32 x i16> %a16, <32 x i16> poison, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %a1 = shufflevector <32 x i16> %a16, <32 x i16> poison, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %b0 = shufflevector <32 x i16> %b16, <32 x i16> poison, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %b1 = shufflevector <32 x i16> %b16, <32 x i16> poison, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %x0 = call <16 x float> @widen(<16 x i16> %a0)
  %x1 = call <16 x float> @widen(<16 x i16> %a1)
  %y0 = call <16 x float> @widen(<16 x i16> %b0)
  %y1 = call <16 x float> @widen(<16 x i16> %b1)
  %p1 = fmul <16 x float> %x1, %y1
  %s1 = fadd <16 x float> %sums, %p1
  %p0 = fmul <16 x float> %x0, %y0
  %s0 = fadd <16 x float> %s1, %p0
  ret <16 x float> %s0
}
