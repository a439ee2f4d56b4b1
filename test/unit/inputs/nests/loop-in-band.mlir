// A loop within the band: only the second statement has it.
func.func @f(%W: memref<16x32xf32> {llvm.noalias},
             %D: memref<17x32x64xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 32 {
      %d = affine.load %D[%i, %j, 7] : memref<17x32x64xf32>
      affine.store %d, %W[%i, %j] : memref<16x32xf32>
      affine.for %k = 0 to 64 {
        %0 = affine.load %W[%i, %j] : memref<16x32xf32>
        affine.store %0, %D[%i + 1, %j, %k] : memref<17x32x64xf32>
      }
    }
  }
  return
}
