// Loops that go along several rows of a large matrix at a time prefetch a part
// of those that come next: in each iteration as many lines as it reads. Where
// the vector is of one row, they are a loop inside. A matrix of 512 KB is in
// the second cache, and where a loop reads the rows again they are prefetched
// for nothing.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered %s -o %t
// RUN: %as-run %t --entry=rows --compare=%s --entry=rows --runs=0
// RUN: %as-run %t --entry=columns --compare=%s --entry=columns --runs=0

// Of 4 rows, 2,048 elements each, the next ones begin 8,192 elements later. The
// place in them is 4 times that in a row.
// CHECK-LABEL: llvm.func @rows(
// CHECK-COUNT-4: llvm.intr.fmuladd
// CHECK: %[[NEXT:.*]] = llvm.add %[[ROW:.*]], %[[FOUR:.*]] : i64
// CHECK: %[[PLACE:.*]] = llvm.mul %[[COLUMN:.*]], %[[FOUR]] : i64
// CHECK: %[[BEGIN:.*]] = llvm.mul %[[NEXT]], %{{.*}} : i64
// CHECK: llvm.add %[[BEGIN]], %[[PLACE]] : i64
// CHECK-COUNT-4: intr.prefetch
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @columns(
// CHECK-COUNT-2: intr.prefetch
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @near(
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @again(
// CHECK-NOT: intr.prefetch

func.func @rows(%a: memref<2048xf32>, %b: memref<1024x2048xf32>, %y: memref<1024xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %m = arith.constant 1024 : index
  %n = arith.constant 2048 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4x16xf32>
  %none = arith.constant dense<0.0> : vector<4xf32>
  scf.for %i = %c0 to %m step %c4 {
    %sum = scf.for %k = %c0 to %n step %c16 iter_args(%s = %zeros) -> (vector<4x16xf32>) {
      %x = vector.load %a[%k] : memref<2048xf32>, vector<16xf32>
      %v = vector.broadcast %x : vector<16xf32> to vector<4x16xf32>
      %w = vector.transfer_read %b[%i, %k], %z {in_bounds = [true, true]} : memref<1024x2048xf32>, vector<4x16xf32>
      %t = vector.fma %v, %w, %s : vector<4x16xf32>
      scf.yield %t : vector<4x16xf32>
    }
    %r = vector.multi_reduction <add>, %sum, %none [1] : vector<4x16xf32> to vector<4xf32>
    vector.store %r, %y[%i] : memref<1024xf32>, vector<4xf32>
  }
  return
}

func.func @columns(%a: memref<1024xf32>, %b: memref<1024x2048xf32>, %y: memref<2048xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %m = arith.constant 1024 : index
  %n = arith.constant 2048 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c8 {
    scf.for %j = %c0 to %n step %c32 {
      %old = vector.load %y[%j] : memref<2048xf32>, vector<32xf32>
      %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %old) -> (vector<32xf32>) {
        %row = arith.addi %i, %k : index
        %x = memref.load %a[%row] : memref<1024xf32>
        %v = vector.broadcast %x : f32 to vector<32xf32>
        %w = vector.transfer_read %b[%row, %j], %z {in_bounds = [true, true]} : memref<1024x2048xf32>, vector<1x32xf32>
        %u = vector.extract %w[0] : vector<32xf32> from vector<1x32xf32>
        %t = vector.fma %v, %u, %s : vector<32xf32>
        scf.yield %t : vector<32xf32>
      }
      vector.store %sum, %y[%j] : memref<2048xf32>, vector<32xf32>
    }
  }
  return
}

func.func @near(%a: memref<2048xf32>, %b: memref<64x2048xf32>, %y: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %m = arith.constant 64 : index
  %n = arith.constant 2048 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4x16xf32>
  %none = arith.constant dense<0.0> : vector<4xf32>
  scf.for %i = %c0 to %m step %c4 {
    %sum = scf.for %k = %c0 to %n step %c16 iter_args(%s = %zeros) -> (vector<4x16xf32>) {
      %x = vector.load %a[%k] : memref<2048xf32>, vector<16xf32>
      %v = vector.broadcast %x : vector<16xf32> to vector<4x16xf32>
      %w = vector.transfer_read %b[%i, %k], %z {in_bounds = [true, true]} : memref<64x2048xf32>, vector<4x16xf32>
      %t = vector.fma %v, %w, %s : vector<4x16xf32>
      scf.yield %t : vector<4x16xf32>
    }
    %r = vector.multi_reduction <add>, %sum, %none [1] : vector<4x16xf32> to vector<4xf32>
    vector.store %r, %y[%i] : memref<64xf32>, vector<4xf32>
  }
  return
}

func.func @again(%a: memref<8x2048xf32>, %b: memref<1024x2048xf32>, %y: memref<8x1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %m = arith.constant 1024 : index
  %n = arith.constant 2048 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4x16xf32>
  %none = arith.constant dense<0.0> : vector<4xf32>
  scf.for %i = %c0 to %m step %c4 {
    scf.for %j = %c0 to %c8 step %c1 {
      %sum = scf.for %k = %c0 to %n step %c16 iter_args(%s = %zeros) -> (vector<4x16xf32>) {
        %x = vector.load %a[%j, %k] : memref<8x2048xf32>, vector<16xf32>
        %v = vector.broadcast %x : vector<16xf32> to vector<4x16xf32>
        %w = vector.transfer_read %b[%i, %k], %z {in_bounds = [true, true]} : memref<1024x2048xf32>, vector<4x16xf32>
        %t = vector.fma %v, %w, %s : vector<4x16xf32>
        scf.yield %t : vector<4x16xf32>
      }
      %r = vector.multi_reduction <add>, %sum, %none [1] : vector<4x16xf32> to vector<4xf32>
      vector.store %r, %y[%j, %i] : memref<8x1024xf32>, vector<4xf32>
    }
  }
  return
}
