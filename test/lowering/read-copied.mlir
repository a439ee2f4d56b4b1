// A tile that is only transposed is read from where it was copied: as a whole, at
// a place that is computed, or by one row of vectors. It stays a copy where that
// is read more than once, where its source is written to, or where a part of it is
// padding.

// RUN: %as-opt --autoschedule --emit=llvm --records=none --progress=none %s | FileCheck %s
// RUN: %as-run %s --entry=moved --compare=%S/Inputs/read-copied.mlir --runs=0 | FileCheck %s --check-prefix=RUNS
// RUN: %as-run %s --entry=row --compare=%S/Inputs/read-copied.mlir --runs=0 | FileCheck %s --check-prefix=RUNS
// RUN: %as-run %s --entry=twice --compare=%S/Inputs/read-copied.mlir --runs=0 | FileCheck %s --check-prefix=RUNS
// RUN: %as-run %s --entry=written --compare=%S/Inputs/read-copied.mlir --runs=0 | FileCheck %s --check-prefix=RUNS
// RUN: %as-run %s --entry=padded --compare=%S/Inputs/read-copied.mlir --runs=0 | FileCheck %s --check-prefix=RUNS
// RUNS: results: equal

// CHECK-LABEL: define {{.*}}@moved(
// CHECK-NOT: alloca
// CHECK-NOT: malloc
// CHECK: ret void
func.func @moved(%x: tensor<64x96xf32>) -> tensor<16x32xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c24 = arith.constant 24 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  %empty = bufferization.alloc_tensor() : tensor<32x16xf32>
  %copy = scf.for %r = %c0 to %c32 step %c4 iter_args(%t = %empty) -> (tensor<32x16xf32>) {
    %row = arith.addi %r, %c24 : index
    %u = scf.for %c = %c0 to %c16 step %c8 iter_args(%s = %t) -> (tensor<32x16xf32>) {
      %column = arith.addi %c, %c16 : index
      %v = vector.transfer_read %x[%row, %column], %zero {in_bounds = [true, true]} : tensor<64x96xf32>, vector<4x8xf32>
      %w = vector.transfer_write %v, %s[%r, %c] {in_bounds = [true, true]} : vector<4x8xf32>, tensor<32x16xf32>
      scf.yield %w : tensor<32x16xf32>
    }
    scf.yield %u : tensor<32x16xf32>
  }
  %out = tensor.empty() : tensor<16x32xf32>
  %turned = scf.for %i = %c0 to %c32 step %c8 iter_args(%t = %out) -> (tensor<16x32xf32>) {
    %u = scf.for %j = %c0 to %c16 step %c8 iter_args(%s = %t) -> (tensor<16x32xf32>) {
      %v = vector.transfer_read %copy[%i, %j], %zero {in_bounds = [true, true]} : tensor<32x16xf32>, vector<8x8xf32>
      %p = vector.transpose %v, [1, 0] : vector<8x8xf32> to vector<8x8xf32>
      %w = vector.transfer_write %p, %s[%j, %i] {in_bounds = [true, true]} : vector<8x8xf32>, tensor<16x32xf32>
      scf.yield %w : tensor<16x32xf32>
    }
    scf.yield %u : tensor<16x32xf32>
  }
  return %turned : tensor<16x32xf32>
}

// One loop: the tile is as wide as the copy.
// CHECK-LABEL: define {{.*}}@row(
// CHECK-NOT: alloca
// CHECK-NOT: malloc
// CHECK: ret void
func.func @row(%x: tensor<64x96xf32>) -> tensor<8x32xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c80 = arith.constant 80 : index
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x8xf32>
  %copy = scf.for %r = %c0 to %c32 step %c4 iter_args(%t = %empty) -> (tensor<32x8xf32>) {
    %v = vector.transfer_read %x[%r, %c80], %zero {in_bounds = [true, true]} : tensor<64x96xf32>, vector<4x8xf32>
    %w = vector.transfer_write %v, %t[%r, %c0] {in_bounds = [true, true]} : vector<4x8xf32>, tensor<32x8xf32>
    scf.yield %w : tensor<32x8xf32>
  }
  %out = tensor.empty() : tensor<8x32xf32>
  %turned = scf.for %i = %c0 to %c32 step %c8 iter_args(%t = %out) -> (tensor<8x32xf32>) {
    %v = vector.transfer_read %copy[%i, %c0], %zero {in_bounds = [true, true]} : tensor<32x8xf32>, vector<8x8xf32>
    %p = vector.transpose %v, [1, 0] : vector<8x8xf32> to vector<8x8xf32>
    %w = vector.transfer_write %p, %t[%c0, %i] {in_bounds = [true, true]} : vector<8x8xf32>, tensor<8x32xf32>
    scf.yield %w : tensor<8x32xf32>
  }
  return %turned : tensor<8x32xf32>
}

// The source goes on with other values.
// CHECK-LABEL: define {{.*}}@written(
// CHECK: alloca
// CHECK: ret void
func.func @written(%x: tensor<64x96xf32>) -> (tensor<8x32xf32>, tensor<64x96xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c80 = arith.constant 80 : index
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x8xf32>
  %copy = scf.for %r = %c0 to %c32 step %c4 iter_args(%t = %empty) -> (tensor<32x8xf32>) {
    %v = vector.transfer_read %x[%r, %c80], %zero {in_bounds = [true, true]} : tensor<64x96xf32>, vector<4x8xf32>
    %w = vector.transfer_write %v, %t[%r, %c0] {in_bounds = [true, true]} : vector<4x8xf32>, tensor<32x8xf32>
    scf.yield %w : tensor<32x8xf32>
  }
  %ones = arith.constant dense<1.0> : vector<4x8xf32>
  %changed = vector.transfer_write %ones, %x[%c4, %c80] {in_bounds = [true, true]} : vector<4x8xf32>, tensor<64x96xf32>
  %out = tensor.empty() : tensor<8x32xf32>
  %turned = scf.for %i = %c0 to %c32 step %c8 iter_args(%t = %out) -> (tensor<8x32xf32>) {
    %v = vector.transfer_read %copy[%i, %c0], %zero {in_bounds = [true, true]} : tensor<32x8xf32>, vector<8x8xf32>
    %p = vector.transpose %v, [1, 0] : vector<8x8xf32> to vector<8x8xf32>
    %w = vector.transfer_write %p, %t[%c0, %i] {in_bounds = [true, true]} : vector<8x8xf32>, tensor<8x32xf32>
    scf.yield %w : tensor<8x32xf32>
  }
  return %turned, %changed : tensor<8x32xf32>, tensor<64x96xf32>
}

// Each tile goes to two places, one after the other: a copy stays in a cache.
// CHECK-LABEL: define {{.*}}@twice(
// CHECK: alloca
// CHECK: ret void
func.func @twice(%x: tensor<64x96xf32>) -> tensor<2x8x32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c80 = arith.constant 80 : index
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x8xf32>
  %copy = scf.for %r = %c0 to %c32 step %c4 iter_args(%t = %empty) -> (tensor<32x8xf32>) {
    %v = vector.transfer_read %x[%r, %c80], %zero {in_bounds = [true, true]} : tensor<64x96xf32>, vector<4x8xf32>
    %w = vector.transfer_write %v, %t[%r, %c0] {in_bounds = [true, true]} : vector<4x8xf32>, tensor<32x8xf32>
    scf.yield %w : tensor<32x8xf32>
  }
  %out = tensor.empty() : tensor<2x8x32xf32>
  %turned = scf.for %n = %c0 to %c2 step %c1 iter_args(%o = %out) -> (tensor<2x8x32xf32>) {
    %q = scf.for %i = %c0 to %c32 step %c8 iter_args(%t = %o) -> (tensor<2x8x32xf32>) {
      %v = vector.transfer_read %copy[%i, %c0], %zero {in_bounds = [true, true]} : tensor<32x8xf32>, vector<8x8xf32>
      %p = vector.transpose %v, [1, 0] : vector<8x8xf32> to vector<8x8xf32>
      %w = vector.transfer_write %p, %t[%n, %c0, %i] {in_bounds = [true, true]} : vector<8x8xf32>, tensor<2x8x32xf32>
      scf.yield %w : tensor<2x8x32xf32>
    }
    scf.yield %q : tensor<2x8x32xf32>
  }
  return %turned : tensor<2x8x32xf32>
}

// The copy ends before the tile does: what is left is zero.
// CHECK-LABEL: define {{.*}}@padded(
// CHECK: alloca
// CHECK: ret void
func.func @padded(%x: tensor<28x96xf32>) -> tensor<8x32xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c28 = arith.constant 28 : index
  %c32 = arith.constant 32 : index
  %c80 = arith.constant 80 : index
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4x8xf32>
  %empty = tensor.empty() : tensor<32x8xf32>
  %begun = vector.transfer_write %zeros, %empty[%c28, %c0] {in_bounds = [true, true]} : vector<4x8xf32>, tensor<32x8xf32>
  %copy = scf.for %r = %c0 to %c28 step %c4 iter_args(%t = %begun) -> (tensor<32x8xf32>) {
    %v = vector.transfer_read %x[%r, %c80], %zero {in_bounds = [true, true]} : tensor<28x96xf32>, vector<4x8xf32>
    %w = vector.transfer_write %v, %t[%r, %c0] {in_bounds = [true, true]} : vector<4x8xf32>, tensor<32x8xf32>
    scf.yield %w : tensor<32x8xf32>
  }
  %out = tensor.empty() : tensor<8x32xf32>
  %turned = scf.for %i = %c0 to %c32 step %c8 iter_args(%t = %out) -> (tensor<8x32xf32>) {
    %v = vector.transfer_read %copy[%i, %c0], %zero {in_bounds = [true, true]} : tensor<32x8xf32>, vector<8x8xf32>
    %p = vector.transpose %v, [1, 0] : vector<8x8xf32> to vector<8x8xf32>
    %w = vector.transfer_write %p, %t[%c0, %i] {in_bounds = [true, true]} : vector<8x8xf32>, tensor<8x32xf32>
    scf.yield %w : tensor<8x32xf32>
  }
  return %turned : tensor<8x32xf32>
}
