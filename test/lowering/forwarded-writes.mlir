// A tile that is written and read back as vectors in one block stays in registers:
// as a whole or in part, with dimensions of size one or without. What is written
// at another place, or read in a loop, is not forwarded.

// RUN: %as-opt --autoschedule --target=cpu:x86-64-v3 --emit=llvm --records=none --progress=none %s | FileCheck %s
// RUN: %as-run %s --entry=row --compare=%S/Inputs/forwarded-writes.mlir --runs=0 | FileCheck %s --check-prefix=SUM
// RUN: %as-run %s --entry=first --compare=%S/Inputs/forwarded-writes.mlir --runs=0 | FileCheck %s --check-prefix=RUNS
// RUN: %as-run %s --entry=elsewhere --compare=%S/Inputs/forwarded-writes.mlir --runs=0 | FileCheck %s --check-prefix=RUNS
// RUNS: results: equal
// SUM: results: {{equal|within}}

// A sum along a row, whose last part has three lanes.
// CHECK-LABEL: define {{.*}}@row(
// CHECK-NOT: malloc
// CHECK-NOT: store <
// CHECK: ret void
func.func @row(%x: tensor<11xf32>) -> tensor<1xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %lanes = tensor.empty() : tensor<1x8xf32>
  %0 = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : tensor<11xf32>, vector<8xf32>
  %1 = vector.shape_cast %0 : vector<8xf32> to vector<1x8xf32>
  %t1 = vector.transfer_write %1, %lanes[%c0, %c0] {in_bounds = [true, true]} : vector<1x8xf32>, tensor<1x8xf32>
  %2 = vector.transfer_read %t1[%c0, %c0], %zero {in_bounds = [true]} : tensor<1x8xf32>, vector<3xf32>
  %3 = vector.transfer_read %x[%c8], %zero {in_bounds = [true]} : tensor<11xf32>, vector<3xf32>
  %4 = arith.addf %2, %3 : vector<3xf32>
  %t2 = vector.transfer_write %4, %t1[%c0, %c0] {in_bounds = [true]} : vector<3xf32>, tensor<1x8xf32>
  %5 = vector.transfer_read %t2[%c0, %c0], %zero {in_bounds = [true]} : tensor<1x8xf32>, vector<8xf32>
  %sum = vector.reduction <add>, %5 : vector<8xf32> into f32
  %r = tensor.from_elements %sum : tensor<1xf32>
  return %r : tensor<1xf32>
}

// The first value of a sum, which is written over: as tiled poolings have it.
// CHECK-LABEL: define {{.*}}@first(
// CHECK-COUNT-1: store <
// CHECK-NOT: store <
// CHECK: ret void
func.func @first(%x: tensor<5x8xf32>) -> tensor<1x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %ones = arith.constant dense<1.0> : vector<1x8xf32>
  %empty = tensor.empty() : tensor<1x8xf32>
  %begun = vector.transfer_write %ones, %empty[%c0, %c0] {in_bounds = [true, true]} : vector<1x8xf32>, tensor<1x8xf32>
  %before = vector.transfer_read %begun[%c0, %c0], %zero {in_bounds = [true]} : tensor<1x8xf32>, vector<8xf32>
  %sums = scf.for %i = %c0 to %c5 step %c1 iter_args(%sum = %before) -> (vector<8xf32>) {
    %row = vector.transfer_read %x[%i, %c0], %zero {in_bounds = [true]} : tensor<5x8xf32>, vector<8xf32>
    %next = arith.addf %sum, %row : vector<8xf32>
    scf.yield %next : vector<8xf32>
  }
  %r = vector.transfer_write %sums, %begun[%c0, %c0] {in_bounds = [true]} : vector<8xf32>, tensor<1x8xf32>
  return %r : tensor<1x8xf32>
}

// CHECK-LABEL: define {{.*}}@elsewhere(
// CHECK: ret void
func.func @elsewhere(%x: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %ones = arith.constant dense<1.0> : vector<8xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %begun = vector.transfer_write %ones, %empty[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
  %half = vector.transfer_read %x[%c4], %zero {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
  %t = vector.transfer_write %half, %begun[%c4] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
  %all = vector.transfer_read %t[%c0], %zero {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
  %twice = arith.addf %all, %all : vector<8xf32>
  %r = vector.transfer_write %twice, %t[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
  return %r : tensor<8xf32>
}
