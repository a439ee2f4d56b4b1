// A recurrence in both dimensions: it is parallel along wavefronts only.
func.func @f(%A: memref<17x33xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 32 {
      %a = affine.load %A[%i, %j + 1] : memref<17x33xf32>
      %b = affine.load %A[%i + 1, %j] : memref<17x33xf32>
      %0 = arith.mulf %a, %b : f32
      affine.store %0, %A[%i + 1, %j + 1] : memref<17x33xf32>
    }
  }
  return
}
