// A scalar in all lanes of three registers, which is made before the loop that
// subtracts it: between blocks it is registers, not 48 scalars.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --target=cpu:skylake-avx512 --trials=0 --emit=llvm --records=none --progress=none %t/vectors.mlir | FileCheck %s
// RUN: %as-run %t/vectors.mlir --compare=%t/elements.mlir | FileCheck %s --check-prefix=RUNS
// REQUIRES: search

// CHECK-COUNT-3: fsub {{.*}}<16 x float>
// RUNS: results: equal

//--- vectors.mlir
func.func @centre(%x: tensor<64x48xf32>, %mean: f32) -> tensor<64x48xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %lanes = vector.broadcast %mean : f32 to vector<48xf32>
  %empty = tensor.empty() : tensor<64x48xf32>
  %r = scf.for %i = %c0 to %c64 step %c1 iter_args(%before = %empty)
      -> (tensor<64x48xf32>) {
    %row = vector.transfer_read %x[%i, %c0], %zero
        {in_bounds = [true]} : tensor<64x48xf32>, vector<48xf32>
    %centred = arith.subf %row, %lanes : vector<48xf32>
    %after = vector.transfer_write %centred, %before[%i, %c0]
        {in_bounds = [true]} : vector<48xf32>, tensor<64x48xf32>
    scf.yield %after : tensor<64x48xf32>
  }
  return %r : tensor<64x48xf32>
}

//--- elements.mlir
func.func @centre(%x: tensor<64x48xf32>, %mean: f32) -> tensor<64x48xf32> {
  %empty = tensor.empty() : tensor<64x48xf32>
  %r = linalg.map ins(%x : tensor<64x48xf32>) outs(%empty : tensor<64x48xf32>)
      (%in: f32, %out: f32) {
    %centred = arith.subf %in, %mean : f32
    linalg.yield %centred : f32
  }
  return %r : tensor<64x48xf32>
}
