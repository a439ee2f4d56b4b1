// Where there are no registers for masks, the first lanes of a vector are loaded and
// stored in pieces. AVX-512 has such registers.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --target=cpu:haswell --emit=llvm --records=none --trials=0 --progress=none %t/masked.mlir | FileCheck %s --check-prefix=PIECES
// RUN: %as-opt --autoschedule --target=cpu:haswell --emit=asm --records=none --trials=0 --progress=none %t/masked.mlir | FileCheck %s --check-prefix=ASSEMBLY
// RUN: %as-opt --autoschedule --target=cpu:skylake-avx512 --emit=llvm --records=none --trials=0 --progress=none %t/masked.mlir | FileCheck %s --check-prefix=MASKS
// RUN: %as-run %t/masked.mlir --compare=%t/plain.mlir --runs=0 | FileCheck %s --check-prefix=RESULTS

// PIECES-LABEL: define {{.*}}@first_lanes(
// PIECES-NOT: @llvm.masked
// PIECES-DAG: load <8 x float>
// PIECES-DAG: load <4 x float>
// PIECES-DAG: load {{<1 x float>|float}}
// PIECES-DAG: store <8 x float>
// PIECES-DAG: store <4 x float>
// PIECES-DAG: store {{<1 x float>|float}}
// PIECES-NOT: @llvm.masked

// ASSEMBLY-NOT: vmaskmov

// MASKS-LABEL: define {{.*}}@first_lanes(
// MASKS: masked.load
// MASKS: masked.store

// RESULTS: results: equal

//--- masked.mlir
func.func @first_lanes(%x: tensor<4x13xf32>) -> tensor<4x13xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %two = arith.constant 2.0 : f32
  %empty = tensor.empty() : tensor<4x13xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%out = %empty) -> (tensor<4x13xf32>) {
    %row = vector.transfer_read %x[%i, %c0], %two : tensor<4x13xf32>, vector<16xf32>
    %square = arith.mulf %row, %row : vector<16xf32>
    %next = vector.transfer_write %square, %out[%i, %c0] : vector<16xf32>, tensor<4x13xf32>
    scf.yield %next : tensor<4x13xf32>
  }
  return %r : tensor<4x13xf32>
}

//--- plain.mlir
func.func @first_lanes(%x: tensor<4x13xf32>) -> tensor<4x13xf32> {
  %empty = tensor.empty() : tensor<4x13xf32>
  %r = linalg.square ins(%x : tensor<4x13xf32>) outs(%empty : tensor<4x13xf32>) -> tensor<4x13xf32>
  return %r : tensor<4x13xf32>
}
