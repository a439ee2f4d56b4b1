// Where there are more vectors than registers, they are spilled to aligned places,
// wherever the stack of the caller lies. Vectors of 16 bytes need nothing for that,
// and neither do scalars.

// RUN: %as-opt --autoschedule --target=cpu:skylake-avx512 --trials=0 --emit=llvm --records=none --progress=none %s | FileCheck %s --check-prefix=WIDE
// RUN: %as-opt --autoschedule --target=cpu:haswell --emit=llvm --records=none --progress=none %s | FileCheck %s --check-prefix=WIDE
// RUN: %as-opt --autoschedule --target=cpu:x86-64 --emit=llvm --records=none --progress=none %s | FileCheck %s --check-prefix=NARROW
// RUN: %as-opt --autoschedule --target=cpu:skylake-avx512 --trials=0 --emit=llvm --records=none --progress=none %s | llc -mcpu=skylake-avx512 | FileCheck %s --check-prefix=ASSEMBLY

// WIDE: define {{.*}}@sums({{.*}} #[[SUMS:[0-9]+]]
// WIDE-NOT: stackrealign
// WIDE: attributes #[[SUMS]] = {{.*}}"stackrealign"
// WIDE-NOT: stackrealign

// NARROW: define {{.*}}@sums(
// NARROW-NOT: stackrealign

// ASSEMBLY: sums:
// ASSEMBLY: andq $-64, %rsp
// ASSEMBLY: vmovaps %zmm{{[0-9]+}}, {{.*}}64-byte Spill
// ASSEMBLY-NOT: vmovups {{.*}}64-byte Spill

func.func @sums(%x: tensor<64x40x16xf32>) -> tensor<40x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<40x16xf32>
  %sum = scf.for %i = %c0 to %c64 step %c1 iter_args(%before = %zeros)
      -> (vector<40x16xf32>) {
    %row = vector.transfer_read %x[%i, %c0, %c0], %zero
        {in_bounds = [true, true]} : tensor<64x40x16xf32>, vector<40x16xf32>
    %square = arith.mulf %row, %row : vector<40x16xf32>
    %after = arith.addf %before, %square : vector<40x16xf32>
    scf.yield %after : vector<40x16xf32>
  }
  %empty = tensor.empty() : tensor<40x16xf32>
  %r = vector.transfer_write %sum, %empty[%c0, %c0]
      {in_bounds = [true, true]} : vector<40x16xf32>, tensor<40x16xf32>
  return %r : tensor<40x16xf32>
}

func.func @quads(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %row = vector.transfer_read %x[%c0], %zero {in_bounds = [true]}
      : tensor<4xf32>, vector<4xf32>
  %square = arith.mulf %row, %row : vector<4xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %r = vector.transfer_write %square, %empty[%c0] {in_bounds = [true]}
      : vector<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}
