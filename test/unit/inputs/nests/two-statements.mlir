// Two statements that may share loops, or not.
func.func @f(%B: memref<32x64xf32> {llvm.noalias},
             %C: memref<32x64xf32> {llvm.noalias},
             %A: memref<32x64xf32> {llvm.noalias}) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 64 {
      %a = affine.load %A[%i, %j] : memref<32x64xf32>
      %0 = arith.mulf %a, %a : f32
      affine.store %0, %B[%i, %j] : memref<32x64xf32>
      %b = affine.load %B[%i, %j] : memref<32x64xf32>
      %1 = arith.addf %a, %b : f32
      affine.store %1, %C[%i, %j] : memref<32x64xf32>
    }
  }
  return
}
