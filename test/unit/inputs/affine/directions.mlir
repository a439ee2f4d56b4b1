// Reads the element that it writes, or, with other offsets, a neighbour of it.
func.func @by_rows(%A: memref<18x18xf32>) {
  affine.for %i = 1 to 17 {
    affine.for %j = 1 to 17 {
      %0 = affine.load %A[%i + 0, %j + 0] : memref<18x18xf32>
      %1 = arith.mulf %0, %0 : f32
      affine.store %1, %A[%i, %j] : memref<18x18xf32>
    }
  }
  return
}

// -----

// The same in the other order of loops.
func.func @by_columns(%A: memref<18x18xf32>) {
  affine.for %j = 1 to 17 {
    affine.for %i = 1 to 17 {
      %0 = affine.load %A[%i + 0, %j + 0] : memref<18x18xf32>
      %1 = arith.mulf %0, %0 : f32
      affine.store %1, %A[%i, %j] : memref<18x18xf32>
    }
  }
  return
}
