// A stencil that alternates between two arrays in time.
func.func @f(%A: memref<21xf32>, %B: memref<20xf32>) {
  affine.for %t = 0 to 10 {
    affine.for %i = 0 to 20 {
      %0 = affine.load %A[%i + 1] : memref<21xf32>
      affine.store %0, %B[%i] : memref<20xf32>
    }
    affine.for %i = 0 to 20 {
      %0 = affine.load %B[%i] : memref<20xf32>
      affine.store %0, %A[%i] : memref<21xf32>
    }
  }
  return
}
