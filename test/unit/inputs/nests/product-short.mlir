// The outermost loop goes along rows. It is short, so its reference
// is the program as it is.
!square = memref<64x64xf32>
!tall = memref<32x64xf32>
func.func @f(%C: !square {llvm.noalias}, %A: !tall {llvm.noalias},
             %B: !tall {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 32 {
        %a = affine.load %A[%k, %j] : !tall
        %b = affine.load %B[%k, %i] : !tall
        %c = affine.load %C[%j, %i] : !square
        // Rewritten in candidates, a call of the C library in references.
        %e = math.exp %a : f32
        %0 = arith.mulf %e, %b : f32
        %1 = arith.addf %c, %0 : f32
        affine.store %1, %C[%j, %i] : !square
      }
    }
  }
  return
}
