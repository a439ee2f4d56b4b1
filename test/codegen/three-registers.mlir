// Accumulators of three registers go around a loop as registers, also where they
// are rows of an array, and where the last register is a shorter one. They add up
// to what they did.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --target=cpu:haswell --emit=llvm --records=none --progress=none %t/vectors.mlir | FileCheck %s --check-prefix=AVX2 --implicit-check-not="x float> ["
// RUN: %as-opt --autoschedule --target=cpu:skylake-avx512 --trials=0 --emit=llvm --records=none --progress=none %t/vectors.mlir | FileCheck %s --check-prefix=AVX512 --implicit-check-not="x float> ["
// RUN: %as-run %t/vectors.mlir --compare=%t/elements.mlir | FileCheck %s --check-prefix=RUNS
// REQUIRES: search
// AVX2-COUNT-6: phi <8 x float> [
// AVX2: ret void

// AVX512: phi <16 x float> [
// AVX512: phi <8 x float> [
// AVX512: phi <16 x float> [
// AVX512: phi <8 x float> [
// AVX512: ret void

// RUNS: results: equal

//--- vectors.mlir
func.func @sums(%x: tensor<64x2x24xf32>) -> tensor<2x24xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<2x24xf32>
  %sum = scf.for %i = %c0 to %c64 step %c1 iter_args(%before = %zeros)
      -> (vector<2x24xf32>) {
    %row = vector.transfer_read %x[%i, %c0, %c0], %zero
        {in_bounds = [true, true]} : tensor<64x2x24xf32>, vector<2x24xf32>
    %square = arith.mulf %row, %row : vector<2x24xf32>
    %after = arith.addf %before, %square : vector<2x24xf32>
    scf.yield %after : vector<2x24xf32>
  }
  %empty = tensor.empty() : tensor<2x24xf32>
  %r = vector.transfer_write %sum, %empty[%c0, %c0]
      {in_bounds = [true, true]} : vector<2x24xf32>, tensor<2x24xf32>
  return %r : tensor<2x24xf32>
}

//--- elements.mlir
func.func @sums(%x: tensor<64x2x24xf32>) -> tensor<2x24xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x24xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x24xf32>)
      -> tensor<2x24xf32>
  %r = linalg.reduce ins(%x : tensor<64x2x24xf32>)
      outs(%zeros : tensor<2x24xf32>) dimensions = [0]
      (%in: f32, %before: f32) {
        %square = arith.mulf %in, %in : f32
        %after = arith.addf %before, %square : f32
        linalg.yield %after : f32
      }
  return %r : tensor<2x24xf32>
}
