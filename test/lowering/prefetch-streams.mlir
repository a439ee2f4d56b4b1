// Loops that go along several rows of a large matrix at a time prefetch a part
// of those that come next: in each iteration as many lines as it reads. Of rows
// longer than two pages they prefetch what lies 2 KiB ahead, as do loops over
// rows inside of those along them. A matrix of 512 KB is in the second cache,
// and where a loop reads the rows again, or the next rows overlap with these,
// they would be prefetched several times. A Zen 5 follows all of them itself.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered --target=cpu:znver4 %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered --target=cpu:znver5 %s | FileCheck %s --check-prefix=FOLLOWED
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered %s -o %t
// RUN: %as-run %t --entry=rows --compare=%s --entry=rows --runs=0
// RUN: %as-run %t --entry=long_rows --compare=%s --entry=long_rows --runs=0
// RUN: %as-run %t --entry=columns --compare=%s --entry=columns --runs=0

// FOLLOWED-LABEL: llvm.func @rows(
// FOLLOWED-NOT: intr.prefetch

// The place in the next 4 rows is 4 times that in a row.
// CHECK-LABEL: llvm.func @rows(
// CHECK-COUNT-4: llvm.intr.fmuladd
// CHECK: %[[NEXT:.*]] = llvm.add %[[ROW:.*]], %[[FOUR:.*]] : i64
// CHECK: %[[PLACE:.*]] = llvm.mul %[[COLUMN:.*]], %[[FOUR]] : i64
// CHECK: %[[BEGIN:.*]] = llvm.mul %[[NEXT]], %{{.*}} : i64
// CHECK: llvm.add %[[BEGIN]], %[[PLACE]] : i64
// CHECK-COUNT-4: intr.prefetch
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @long_rows(
// CHECK-COUNT-4: llvm.intr.fmuladd
// CHECK-COUNT-4: intr.prefetch
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @columns(
// CHECK-COUNT-2: intr.prefetch
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @near(
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @again(
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @windows(
// CHECK-NOT: intr.prefetch

func.func @rows(%a: memref<1024xf32>, %b: memref<2048x1024xf32>, %y: memref<2048xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %m = arith.constant 2048 : index
  %n = arith.constant 1024 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4x16xf32>
  %none = arith.constant dense<0.0> : vector<4xf32>
  scf.for %i = %c0 to %m step %c4 {
    %sum = scf.for %k = %c0 to %n step %c16 iter_args(%s = %zeros) -> (vector<4x16xf32>) {
      %x = vector.load %a[%k] : memref<1024xf32>, vector<16xf32>
      %v = vector.broadcast %x : vector<16xf32> to vector<4x16xf32>
      %w = vector.transfer_read %b[%i, %k], %z {in_bounds = [true, true]} : memref<2048x1024xf32>, vector<4x16xf32>
      %t = vector.fma %v, %w, %s : vector<4x16xf32>
      scf.yield %t : vector<4x16xf32>
    }
    %r = vector.multi_reduction <add>, %sum, %none [1] : vector<4x16xf32> to vector<4xf32>
    vector.store %r, %y[%i] : memref<2048xf32>, vector<4xf32>
  }
  return
}

func.func @long_rows(%a: memref<4096xf32>, %b: memref<1024x4096xf32>, %y: memref<1024xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %m = arith.constant 1024 : index
  %n = arith.constant 4096 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4x16xf32>
  %none = arith.constant dense<0.0> : vector<4xf32>
  scf.for %i = %c0 to %m step %c4 {
    %sum = scf.for %k = %c0 to %n step %c16 iter_args(%s = %zeros) -> (vector<4x16xf32>) {
      %x = vector.load %a[%k] : memref<4096xf32>, vector<16xf32>
      %v = vector.broadcast %x : vector<16xf32> to vector<4x16xf32>
      %w = vector.transfer_read %b[%i, %k], %z {in_bounds = [true, true]} : memref<1024x4096xf32>, vector<4x16xf32>
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

func.func @near(%a: memref<4096xf32>, %b: memref<32x4096xf32>, %y: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %m = arith.constant 32 : index
  %n = arith.constant 4096 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4x16xf32>
  %none = arith.constant dense<0.0> : vector<4xf32>
  scf.for %i = %c0 to %m step %c4 {
    %sum = scf.for %k = %c0 to %n step %c16 iter_args(%s = %zeros) -> (vector<4x16xf32>) {
      %x = vector.load %a[%k] : memref<4096xf32>, vector<16xf32>
      %v = vector.broadcast %x : vector<16xf32> to vector<4x16xf32>
      %w = vector.transfer_read %b[%i, %k], %z {in_bounds = [true, true]} : memref<32x4096xf32>, vector<4x16xf32>
      %t = vector.fma %v, %w, %s : vector<4x16xf32>
      scf.yield %t : vector<4x16xf32>
    }
    %r = vector.multi_reduction <add>, %sum, %none [1] : vector<4x16xf32> to vector<4xf32>
    vector.store %r, %y[%i] : memref<32xf32>, vector<4xf32>
  }
  return
}

func.func @again(%a: memref<8x4096xf32>, %b: memref<1024x4096xf32>, %y: memref<8x1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %m = arith.constant 1024 : index
  %n = arith.constant 4096 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4x16xf32>
  %none = arith.constant dense<0.0> : vector<4xf32>
  scf.for %i = %c0 to %m step %c4 {
    scf.for %j = %c0 to %c8 step %c1 {
      %sum = scf.for %k = %c0 to %n step %c16 iter_args(%s = %zeros) -> (vector<4x16xf32>) {
        %x = vector.load %a[%j, %k] : memref<8x4096xf32>, vector<16xf32>
        %v = vector.broadcast %x : vector<16xf32> to vector<4x16xf32>
        %w = vector.transfer_read %b[%i, %k], %z {in_bounds = [true, true]} : memref<1024x4096xf32>, vector<4x16xf32>
        %t = vector.fma %v, %w, %s : vector<4x16xf32>
        scf.yield %t : vector<4x16xf32>
      }
      %r = vector.multi_reduction <add>, %sum, %none [1] : vector<4x16xf32> to vector<4xf32>
      vector.store %r, %y[%j, %i] : memref<8x1024xf32>, vector<4xf32>
    }
  }
  return
}

func.func @windows(%a: memref<1024xf32>, %b: memref<2048x1024xf32>, %y: memref<2048xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %m = arith.constant 2044 : index
  %n = arith.constant 1024 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4x16xf32>
  %none = arith.constant dense<0.0> : vector<4xf32>
  scf.for %i = %c0 to %m step %c2 {
    %sum = scf.for %k = %c0 to %n step %c16 iter_args(%s = %zeros) -> (vector<4x16xf32>) {
      %x = vector.load %a[%k] : memref<1024xf32>, vector<16xf32>
      %v = vector.broadcast %x : vector<16xf32> to vector<4x16xf32>
      %w = vector.transfer_read %b[%i, %k], %z {in_bounds = [true, true]} : memref<2048x1024xf32>, vector<4x16xf32>
      %t = vector.fma %v, %w, %s : vector<4x16xf32>
      scf.yield %t : vector<4x16xf32>
    }
    %r = vector.multi_reduction <add>, %sum, %none [1] : vector<4x16xf32> to vector<4xf32>
    vector.store %r, %y[%i] : memref<2048xf32>, vector<4xf32>
  }
  return
}
