// One half is summed up in a scalar, and the diagonal is added with it.
func.func @f(%C: memref<16x12xf64>, %A: memref<16x16xf64>,
             %B: memref<16x12xf64>, %known: memref<f64>) {
  %zero = arith.constant 0.0 : f64
  %beta = arith.constant 0.5 : f64
  %sum = memref.alloca() : memref<f64>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 12 {
      affine.store %zero, %sum[] : memref<f64>
      affine.for %k = 0 to affine_map<(i) -> (i)>(%i) {
        %a = affine.load %A[%i, %k] : memref<16x16xf64>
        %b = affine.load %B[%i, %j] : memref<16x12xf64>
        %0 = arith.mulf %b, %a : f64
        %1 = affine.load %C[%k, %j] : memref<16x12xf64>
        %2 = arith.addf %1, %0 : f64
        affine.store %2, %C[%k, %j] : memref<16x12xf64>
        %3 = affine.load %B[%k, %j] : memref<16x12xf64>
        %4 = arith.mulf %3, %a : f64
        %5 = affine.load %sum[] : memref<f64>
        %6 = arith.addf %5, %4 : f64
        affine.store %6, %sum[] : memref<f64>
      }
      %7 = affine.load %C[%i, %j] : memref<16x12xf64>
      %10 = affine.load %sum[] : memref<f64>
      %scaled = arith.mulf %7, %beta : f64
      %d = affine.load %A[%i, %i] : memref<16x16xf64>
      %8 = affine.load %B[%i, %j] : memref<16x12xf64>
      %9 = arith.mulf %8, %d : f64
      %11 = arith.addf %scaled, %9 : f64
      %12 = arith.addf %10, %11 : f64
      affine.store %12, %C[%i, %j] : memref<16x12xf64>
      // end
    }
  }
  return
}
