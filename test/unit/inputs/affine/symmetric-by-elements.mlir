// Both halves and the diagonal of a symmetric matrix, each added to the result itself.
func.func @f(%C: memref<16x12xf64>, %A: memref<16x16xf64>,
             %B: memref<16x12xf64>) {
  %alpha = arith.constant 1.5 : f64
  %beta = arith.constant 0.5 : f64
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 12 {
      %c = affine.load %C[%i, %j] : memref<16x12xf64>
      %scaled = arith.mulf %c, %beta : f64
      affine.store %scaled, %C[%i, %j] : memref<16x12xf64>
      affine.for %k = 0 to affine_map<(i) -> (i)>(%i) {
        %a = affine.load %A[%i, %k] : memref<16x16xf64>
        %b = affine.load %B[%i, %j] : memref<16x12xf64>
        %0 = arith.mulf %b, %a : f64
        %1 = arith.mulf %0, %alpha : f64
        %2 = affine.load %C[%k, %j] : memref<16x12xf64>
        %3 = arith.addf %2, %1 : f64
        affine.store %3, %C[%k, %j] : memref<16x12xf64>
        %other = affine.load %A[%i, %k] : memref<16x16xf64>
        %4 = affine.load %B[%k, %j] : memref<16x12xf64>
        %5 = arith.mulf %4, %other : f64
        %6 = arith.mulf %5, %alpha : f64
        %7 = affine.load %C[%i, %j] : memref<16x12xf64>
        %8 = arith.addf %7, %6 : f64
        affine.store %8, %C[%i, %j] : memref<16x12xf64>
      }
      %d = affine.load %A[%i, %i] : memref<16x16xf64>
      %9 = affine.load %B[%i, %j] : memref<16x12xf64>
      %10 = arith.mulf %9, %d : f64
      %11 = arith.mulf %10, %alpha : f64
      %12 = affine.load %C[%i, %j] : memref<16x12xf64>
      %13 = arith.addf %12, %11 : f64
      affine.store %13, %C[%i, %j] : memref<16x12xf64>
      // end
    }
  }
  return
}
