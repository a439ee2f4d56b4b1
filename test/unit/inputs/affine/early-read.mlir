// The value is loaded outside of the loop that stores it.
func.func @f(%A: memref<20xf32>, %B: memref<20xf32>) {
  affine.for %i = 1 to 20 {
    %0 = affine.load %A[%i] : memref<20xf32>
    affine.for %j = 0 to 20 {
      affine.store %0, %B[%j] : memref<20xf32>
    }
  }
  return
}
