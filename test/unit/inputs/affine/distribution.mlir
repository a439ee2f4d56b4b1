// Two statements, each of which reads what the other one writes, in the same
// iteration or, with other offsets, in another one.
func.func @f(%A: memref<18xf32> {llvm.noalias}, %B: memref<18xf32> {llvm.noalias}) {
  affine.for %i = 1 to 17 {
    %0 = affine.load %A[%i + 0] : memref<18xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[%i] : memref<18xf32>
    %2 = affine.load %B[%i + 0] : memref<18xf32>
    %3 = arith.mulf %2, %2 : f32
    affine.store %3, %A[%i] : memref<18xf32>
  }
  return
}
