// The outermost loop goes along rows. It is long enough for its
// reference to have another order of loops.
!square = memref<1024x1024xf32>
!tall = memref<2048x1024xf32>
func.func @f(%C: !square {llvm.noalias}, %A: !tall {llvm.noalias},
             %B: !tall {llvm.noalias}) {
  affine.for %i = 0 to 1024 {
    affine.for %j = 0 to 1024 {
      affine.for %k = 0 to 2048 {
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
