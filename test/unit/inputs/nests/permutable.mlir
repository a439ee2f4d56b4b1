// Three loops that may be permuted.
func.func @f(%C: memref<16x32xf32> {llvm.noalias},
             %A: memref<16x64xf32> {llvm.noalias},
             %B: memref<64x32xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 64 {
        %a = affine.load %A[%i, %k] : memref<16x64xf32>
        %b = affine.load %B[%k, %j] : memref<64x32xf32>
        %c = affine.load %C[%i, %j] : memref<16x32xf32>
        %0 = arith.mulf %a, %b : f32
        %1 = arith.addf %c, %0 : f32
        affine.store %1, %C[%i, %j] : memref<16x32xf32>
      }
    }
  }
  return
}
