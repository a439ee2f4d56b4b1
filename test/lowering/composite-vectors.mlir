// Reductions and scans of vectors in the program are lowered, which LLVM's
// conversion does not do.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/vectors.mlir -o %t/lowered.mlir
// RUN: %as-run %t/lowered.mlir --compare=%t/loops.mlir --runs=0
// RUN: %as-run %t/vectors.mlir --compare=%t/loops.mlir --runs=0

//--- vectors.mlir
func.func @f(%a: memref<4x4xf32>, %sums: memref<4x4xf32>, %largest: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4xf32>
  %low = arith.constant dense<-1.0> : vector<4xf32>
  %x = vector.transfer_read %a[%c0, %c0], %zero {in_bounds = [true, true]} : memref<4x4xf32>, vector<4x4xf32>
  %s, %total = vector.scan <add>, %x, %zeros {inclusive = true, reduction_dim = 1} : vector<4x4xf32>, vector<4xf32>
  vector.transfer_write %s, %sums[%c0, %c0] {in_bounds = [true, true]} : vector<4x4xf32>, memref<4x4xf32>
  %m = vector.multi_reduction <maximumf>, %x, %low [1] : vector<4x4xf32> to vector<4xf32>
  vector.transfer_write %m, %largest[%c0] {in_bounds = [true]} : vector<4xf32>, memref<4xf32>
  return
}

//--- loops.mlir
func.func @f(%a: memref<4x4xf32>, %sums: memref<4x4xf32>, %largest: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -1.0 : f32
  scf.for %i = %c0 to %c4 step %c1 {
    %0:2 = scf.for %j = %c0 to %c4 step %c1 iter_args(%s = %zero, %m = %low) -> (f32, f32) {
      %x = memref.load %a[%i, %j] : memref<4x4xf32>
      %1 = arith.addf %s, %x : f32
      memref.store %1, %sums[%i, %j] : memref<4x4xf32>
      %2 = arith.maximumf %m, %x : f32
      scf.yield %1, %2 : f32, f32
    }
    memref.store %0#1, %largest[%i] : memref<4xf32>
  }
  return
}
