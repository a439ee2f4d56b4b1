// Signed bytes are multiplied by unsigned ones, so that each sum needs a correction.
// All rows have the same: these are computed before the loop over rows, one for
// each tile of columns. They are computed beside the sums where the operand is
// written in that loop, and where there are few tiles of rows for what it takes
// to put fours of bytes together once more.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --target=cpu:icelake-server --emit=lowered %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered %s -o %t
// RUN: %as-run %t --entry=once --compare=%s --entry=once --runs=0
// RUN: %as-run %t --entry=written --compare=%s --entry=written --runs=0
// RUN: %as-run %t --entry=few --compare=%s --entry=few --runs=0

// CHECK-LABEL: llvm.func @once(
// CHECK: vpdpbusd
// CHECK: llvm.store
// CHECK-COUNT-2: vpdpbusd
// CHECK-NOT: vpdpbusd
// CHECK: llvm.load {{.*}}vector<16xi32>
// CHECK: llvm.sub {{.*}}vector<16xi32>
// CHECK-NOT: vpdpbusd
// CHECK-LABEL: llvm.func @written(
// CHECK-COUNT-3: vpdpbusd
// CHECK-NOT: vpdpbusd
// CHECK-LABEL: llvm.func @few(
// CHECK-COUNT-3: vpdpbusd
// CHECK-NOT: vpdpbusd

func.func @once(%a: memref<96x64xi8>, %b: memref<2x64x16xi8>, %y: memref<96x32xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c96 = arith.constant 96 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0 : i8
  %zeros = arith.constant dense<0> : vector<16xi32>
  %packed = memref.alloc() : memref<2x64x16xi8>
  memref.copy %b, %packed : memref<2x64x16xi8> to memref<2x64x16xi8>
  scf.for %m = %c0 to %c96 step %c2 {
    %next = arith.addi %m, %c1 : index
    scf.for %n = %c0 to %c32 step %c16 {
      %panel = arith.divui %n, %c16 : index
      %sums:2 = scf.for %k = %c0 to %c64 step %c4 iter_args(%s = %zeros, %t = %zeros) -> (vector<16xi32>, vector<16xi32>) {
        %w0 = vector.transfer_read %packed[%panel, %k, %c0], %z {in_bounds = [true]} : memref<2x64x16xi8>, vector<16xi8>
        %v0 = arith.extsi %w0 : vector<16xi8> to vector<16xi32>
        %x00 = memref.load %a[%m, %k] : memref<96x64xi8>
        %e00 = arith.extsi %x00 : i8 to i32
        %f00 = vector.broadcast %e00 : i32 to vector<16xi32>
        %p00 = arith.muli %f00, %v0 : vector<16xi32>
        %q00 = arith.addi %s, %p00 : vector<16xi32>
        %x01 = memref.load %a[%next, %k] : memref<96x64xi8>
        %e01 = arith.extsi %x01 : i8 to i32
        %f01 = vector.broadcast %e01 : i32 to vector<16xi32>
        %p01 = arith.muli %f01, %v0 : vector<16xi32>
        %q01 = arith.addi %t, %p01 : vector<16xi32>
        %k1 = arith.addi %k, %c1 : index
        %w1 = vector.transfer_read %packed[%panel, %k1, %c0], %z {in_bounds = [true]} : memref<2x64x16xi8>, vector<16xi8>
        %v1 = arith.extsi %w1 : vector<16xi8> to vector<16xi32>
        %x10 = memref.load %a[%m, %k1] : memref<96x64xi8>
        %e10 = arith.extsi %x10 : i8 to i32
        %f10 = vector.broadcast %e10 : i32 to vector<16xi32>
        %p10 = arith.muli %f10, %v1 : vector<16xi32>
        %q10 = arith.addi %q00, %p10 : vector<16xi32>
        %x11 = memref.load %a[%next, %k1] : memref<96x64xi8>
        %e11 = arith.extsi %x11 : i8 to i32
        %f11 = vector.broadcast %e11 : i32 to vector<16xi32>
        %p11 = arith.muli %f11, %v1 : vector<16xi32>
        %q11 = arith.addi %q01, %p11 : vector<16xi32>
        %k2 = arith.addi %k, %c2 : index
        %w2 = vector.transfer_read %packed[%panel, %k2, %c0], %z {in_bounds = [true]} : memref<2x64x16xi8>, vector<16xi8>
        %v2 = arith.extsi %w2 : vector<16xi8> to vector<16xi32>
        %x20 = memref.load %a[%m, %k2] : memref<96x64xi8>
        %e20 = arith.extsi %x20 : i8 to i32
        %f20 = vector.broadcast %e20 : i32 to vector<16xi32>
        %p20 = arith.muli %f20, %v2 : vector<16xi32>
        %q20 = arith.addi %q10, %p20 : vector<16xi32>
        %x21 = memref.load %a[%next, %k2] : memref<96x64xi8>
        %e21 = arith.extsi %x21 : i8 to i32
        %f21 = vector.broadcast %e21 : i32 to vector<16xi32>
        %p21 = arith.muli %f21, %v2 : vector<16xi32>
        %q21 = arith.addi %q11, %p21 : vector<16xi32>
        %k3 = arith.addi %k, %c3 : index
        %w3 = vector.transfer_read %packed[%panel, %k3, %c0], %z {in_bounds = [true]} : memref<2x64x16xi8>, vector<16xi8>
        %v3 = arith.extsi %w3 : vector<16xi8> to vector<16xi32>
        %x30 = memref.load %a[%m, %k3] : memref<96x64xi8>
        %e30 = arith.extsi %x30 : i8 to i32
        %f30 = vector.broadcast %e30 : i32 to vector<16xi32>
        %p30 = arith.muli %f30, %v3 : vector<16xi32>
        %q30 = arith.addi %q20, %p30 : vector<16xi32>
        %x31 = memref.load %a[%next, %k3] : memref<96x64xi8>
        %e31 = arith.extsi %x31 : i8 to i32
        %f31 = vector.broadcast %e31 : i32 to vector<16xi32>
        %p31 = arith.muli %f31, %v3 : vector<16xi32>
        %q31 = arith.addi %q21, %p31 : vector<16xi32>
        scf.yield %q30, %q31 : vector<16xi32>, vector<16xi32>
      }
      vector.transfer_write %sums#0, %y[%m, %n] {in_bounds = [true]} : vector<16xi32>, memref<96x32xi32>
      vector.transfer_write %sums#1, %y[%next, %n] {in_bounds = [true]} : vector<16xi32>, memref<96x32xi32>
    }
  }
  memref.dealloc %packed : memref<2x64x16xi8>
  return
}

func.func @written(%a: memref<96x64xi8>, %b: memref<2x64x16xi8>, %y: memref<96x32xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c96 = arith.constant 96 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0 : i8
  %zeros = arith.constant dense<0> : vector<16xi32>
  %packed = memref.alloc() : memref<2x64x16xi8>
  scf.for %m = %c0 to %c96 step %c2 {
    memref.copy %b, %packed : memref<2x64x16xi8> to memref<2x64x16xi8>
    %next = arith.addi %m, %c1 : index
    scf.for %n = %c0 to %c32 step %c16 {
      %panel = arith.divui %n, %c16 : index
      %sums:2 = scf.for %k = %c0 to %c64 step %c4 iter_args(%s = %zeros, %t = %zeros) -> (vector<16xi32>, vector<16xi32>) {
        %w0 = vector.transfer_read %packed[%panel, %k, %c0], %z {in_bounds = [true]} : memref<2x64x16xi8>, vector<16xi8>
        %v0 = arith.extsi %w0 : vector<16xi8> to vector<16xi32>
        %x00 = memref.load %a[%m, %k] : memref<96x64xi8>
        %e00 = arith.extsi %x00 : i8 to i32
        %f00 = vector.broadcast %e00 : i32 to vector<16xi32>
        %p00 = arith.muli %f00, %v0 : vector<16xi32>
        %q00 = arith.addi %s, %p00 : vector<16xi32>
        %x01 = memref.load %a[%next, %k] : memref<96x64xi8>
        %e01 = arith.extsi %x01 : i8 to i32
        %f01 = vector.broadcast %e01 : i32 to vector<16xi32>
        %p01 = arith.muli %f01, %v0 : vector<16xi32>
        %q01 = arith.addi %t, %p01 : vector<16xi32>
        %k1 = arith.addi %k, %c1 : index
        %w1 = vector.transfer_read %packed[%panel, %k1, %c0], %z {in_bounds = [true]} : memref<2x64x16xi8>, vector<16xi8>
        %v1 = arith.extsi %w1 : vector<16xi8> to vector<16xi32>
        %x10 = memref.load %a[%m, %k1] : memref<96x64xi8>
        %e10 = arith.extsi %x10 : i8 to i32
        %f10 = vector.broadcast %e10 : i32 to vector<16xi32>
        %p10 = arith.muli %f10, %v1 : vector<16xi32>
        %q10 = arith.addi %q00, %p10 : vector<16xi32>
        %x11 = memref.load %a[%next, %k1] : memref<96x64xi8>
        %e11 = arith.extsi %x11 : i8 to i32
        %f11 = vector.broadcast %e11 : i32 to vector<16xi32>
        %p11 = arith.muli %f11, %v1 : vector<16xi32>
        %q11 = arith.addi %q01, %p11 : vector<16xi32>
        %k2 = arith.addi %k, %c2 : index
        %w2 = vector.transfer_read %packed[%panel, %k2, %c0], %z {in_bounds = [true]} : memref<2x64x16xi8>, vector<16xi8>
        %v2 = arith.extsi %w2 : vector<16xi8> to vector<16xi32>
        %x20 = memref.load %a[%m, %k2] : memref<96x64xi8>
        %e20 = arith.extsi %x20 : i8 to i32
        %f20 = vector.broadcast %e20 : i32 to vector<16xi32>
        %p20 = arith.muli %f20, %v2 : vector<16xi32>
        %q20 = arith.addi %q10, %p20 : vector<16xi32>
        %x21 = memref.load %a[%next, %k2] : memref<96x64xi8>
        %e21 = arith.extsi %x21 : i8 to i32
        %f21 = vector.broadcast %e21 : i32 to vector<16xi32>
        %p21 = arith.muli %f21, %v2 : vector<16xi32>
        %q21 = arith.addi %q11, %p21 : vector<16xi32>
        %k3 = arith.addi %k, %c3 : index
        %w3 = vector.transfer_read %packed[%panel, %k3, %c0], %z {in_bounds = [true]} : memref<2x64x16xi8>, vector<16xi8>
        %v3 = arith.extsi %w3 : vector<16xi8> to vector<16xi32>
        %x30 = memref.load %a[%m, %k3] : memref<96x64xi8>
        %e30 = arith.extsi %x30 : i8 to i32
        %f30 = vector.broadcast %e30 : i32 to vector<16xi32>
        %p30 = arith.muli %f30, %v3 : vector<16xi32>
        %q30 = arith.addi %q20, %p30 : vector<16xi32>
        %x31 = memref.load %a[%next, %k3] : memref<96x64xi8>
        %e31 = arith.extsi %x31 : i8 to i32
        %f31 = vector.broadcast %e31 : i32 to vector<16xi32>
        %p31 = arith.muli %f31, %v3 : vector<16xi32>
        %q31 = arith.addi %q21, %p31 : vector<16xi32>
        scf.yield %q30, %q31 : vector<16xi32>, vector<16xi32>
      }
      vector.transfer_write %sums#0, %y[%m, %n] {in_bounds = [true]} : vector<16xi32>, memref<96x32xi32>
      vector.transfer_write %sums#1, %y[%next, %n] {in_bounds = [true]} : vector<16xi32>, memref<96x32xi32>
    }
  }
  memref.dealloc %packed : memref<2x64x16xi8>
  return
}

func.func @few(%a: memref<8x64xi8>, %b: memref<2x64x16xi8>, %y: memref<8x32xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0 : i8
  %zeros = arith.constant dense<0> : vector<16xi32>
  %packed = memref.alloc() : memref<2x64x16xi8>
  memref.copy %b, %packed : memref<2x64x16xi8> to memref<2x64x16xi8>
  scf.for %m = %c0 to %c8 step %c2 {
    %next = arith.addi %m, %c1 : index
    scf.for %n = %c0 to %c32 step %c16 {
      %panel = arith.divui %n, %c16 : index
      %sums:2 = scf.for %k = %c0 to %c64 step %c4 iter_args(%s = %zeros, %t = %zeros) -> (vector<16xi32>, vector<16xi32>) {
        %w0 = vector.transfer_read %packed[%panel, %k, %c0], %z {in_bounds = [true]} : memref<2x64x16xi8>, vector<16xi8>
        %v0 = arith.extsi %w0 : vector<16xi8> to vector<16xi32>
        %x00 = memref.load %a[%m, %k] : memref<8x64xi8>
        %e00 = arith.extsi %x00 : i8 to i32
        %f00 = vector.broadcast %e00 : i32 to vector<16xi32>
        %p00 = arith.muli %f00, %v0 : vector<16xi32>
        %q00 = arith.addi %s, %p00 : vector<16xi32>
        %x01 = memref.load %a[%next, %k] : memref<8x64xi8>
        %e01 = arith.extsi %x01 : i8 to i32
        %f01 = vector.broadcast %e01 : i32 to vector<16xi32>
        %p01 = arith.muli %f01, %v0 : vector<16xi32>
        %q01 = arith.addi %t, %p01 : vector<16xi32>
        %k1 = arith.addi %k, %c1 : index
        %w1 = vector.transfer_read %packed[%panel, %k1, %c0], %z {in_bounds = [true]} : memref<2x64x16xi8>, vector<16xi8>
        %v1 = arith.extsi %w1 : vector<16xi8> to vector<16xi32>
        %x10 = memref.load %a[%m, %k1] : memref<8x64xi8>
        %e10 = arith.extsi %x10 : i8 to i32
        %f10 = vector.broadcast %e10 : i32 to vector<16xi32>
        %p10 = arith.muli %f10, %v1 : vector<16xi32>
        %q10 = arith.addi %q00, %p10 : vector<16xi32>
        %x11 = memref.load %a[%next, %k1] : memref<8x64xi8>
        %e11 = arith.extsi %x11 : i8 to i32
        %f11 = vector.broadcast %e11 : i32 to vector<16xi32>
        %p11 = arith.muli %f11, %v1 : vector<16xi32>
        %q11 = arith.addi %q01, %p11 : vector<16xi32>
        %k2 = arith.addi %k, %c2 : index
        %w2 = vector.transfer_read %packed[%panel, %k2, %c0], %z {in_bounds = [true]} : memref<2x64x16xi8>, vector<16xi8>
        %v2 = arith.extsi %w2 : vector<16xi8> to vector<16xi32>
        %x20 = memref.load %a[%m, %k2] : memref<8x64xi8>
        %e20 = arith.extsi %x20 : i8 to i32
        %f20 = vector.broadcast %e20 : i32 to vector<16xi32>
        %p20 = arith.muli %f20, %v2 : vector<16xi32>
        %q20 = arith.addi %q10, %p20 : vector<16xi32>
        %x21 = memref.load %a[%next, %k2] : memref<8x64xi8>
        %e21 = arith.extsi %x21 : i8 to i32
        %f21 = vector.broadcast %e21 : i32 to vector<16xi32>
        %p21 = arith.muli %f21, %v2 : vector<16xi32>
        %q21 = arith.addi %q11, %p21 : vector<16xi32>
        %k3 = arith.addi %k, %c3 : index
        %w3 = vector.transfer_read %packed[%panel, %k3, %c0], %z {in_bounds = [true]} : memref<2x64x16xi8>, vector<16xi8>
        %v3 = arith.extsi %w3 : vector<16xi8> to vector<16xi32>
        %x30 = memref.load %a[%m, %k3] : memref<8x64xi8>
        %e30 = arith.extsi %x30 : i8 to i32
        %f30 = vector.broadcast %e30 : i32 to vector<16xi32>
        %p30 = arith.muli %f30, %v3 : vector<16xi32>
        %q30 = arith.addi %q20, %p30 : vector<16xi32>
        %x31 = memref.load %a[%next, %k3] : memref<8x64xi8>
        %e31 = arith.extsi %x31 : i8 to i32
        %f31 = vector.broadcast %e31 : i32 to vector<16xi32>
        %p31 = arith.muli %f31, %v3 : vector<16xi32>
        %q31 = arith.addi %q21, %p31 : vector<16xi32>
        scf.yield %q30, %q31 : vector<16xi32>, vector<16xi32>
      }
      vector.transfer_write %sums#0, %y[%m, %n] {in_bounds = [true]} : vector<16xi32>, memref<8x32xi32>
      vector.transfer_write %sums#1, %y[%next, %n] {in_bounds = [true]} : vector<16xi32>, memref<8x32xi32>
    }
  }
  memref.dealloc %packed : memref<2x64x16xi8>
  return
}
