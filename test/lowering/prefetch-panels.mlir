// A product reads the panels of an operand that was packed before, each for four
// tiles of rows. While one is multiplied, the next is prefetched: 256 lines in 4
// times 256 iterations are one line for four of these. Nothing is prefetched of
// an operand of 64 KiB, of one that was packed just before, of a panel that is
// read once, and where tiles of rows read other parts.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered %s -o %t
// RUN: %as-run %t --entry=panels --compare=%s --entry=panels --runs=0

// CHECK-LABEL: llvm.func @panels(
// CHECK: %[[TILE:.*]] = llvm.udiv %{{.*}}, %[[FOUR:.*]] : i64
// CHECK-NEXT: %[[BEFORE:.*]] = llvm.mul %[[TILE]], %{{.*}} : i64
// CHECK-NEXT: %[[STEP:.*]] = llvm.add %[[BEFORE]], %{{.*}} : i64
// CHECK-NEXT: %[[LINE:.*]] = llvm.udiv %[[STEP]], %[[FOUR]] : i64
// CHECK-NEXT: %[[PLACE:.*]] = llvm.mul %[[LINE]], %{{.*}} : i64
// CHECK-NEXT: llvm.add %[[PLACE]], %{{.*}} : i64
// CHECK: intr.prefetch
// CHECK-NOT: intr.prefetch
// CHECK: llvm.intr.fmuladd
// CHECK-LABEL: llvm.func @near(
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @local(
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @once(
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @moving(
// CHECK-NOT: intr.prefetch

func.func @panels(%a: memref<16x256xf32>, %b: memref<16x256x16xf32>, %y: memref<16x16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c256 = arith.constant 256 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4x16xf32>
  scf.for %p = %c0 to %c16 step %c1 {
    scf.for %m = %c0 to %c16 step %c4 {
      %sum = scf.for %k = %c0 to %c256 step %c1 iter_args(%s = %zeros) -> (vector<4x16xf32>) {
        %w = vector.transfer_read %b[%p, %k, %c0], %z {in_bounds = [true, true]} : memref<16x256x16xf32>, vector<1x16xf32>
        %row_of_w = vector.broadcast %w : vector<1x16xf32> to vector<4x16xf32>
        %x = vector.transfer_read %a[%m, %k], %z {in_bounds = [true, true]} : memref<16x256xf32>, vector<4x1xf32>
        %column_of_x = vector.broadcast %x : vector<4x1xf32> to vector<4x16xf32>
        %t = vector.fma %column_of_x, %row_of_w, %s : vector<4x16xf32>
        scf.yield %t : vector<4x16xf32>
      }
      vector.transfer_write %sum, %y[%p, %m, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, memref<16x16x16xf32>
    }
  }
  return
}

func.func @near(%a: memref<16x256xf32>, %b: memref<4x256x16xf32>, %y: memref<16x16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c256 = arith.constant 256 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4x16xf32>
  scf.for %p = %c0 to %c4 step %c1 {
    scf.for %m = %c0 to %c16 step %c4 {
      %sum = scf.for %k = %c0 to %c256 step %c1 iter_args(%s = %zeros) -> (vector<4x16xf32>) {
        %w = vector.transfer_read %b[%p, %k, %c0], %z {in_bounds = [true, true]} : memref<4x256x16xf32>, vector<1x16xf32>
        %row_of_w = vector.broadcast %w : vector<1x16xf32> to vector<4x16xf32>
        %x = vector.transfer_read %a[%m, %k], %z {in_bounds = [true, true]} : memref<16x256xf32>, vector<4x1xf32>
        %column_of_x = vector.broadcast %x : vector<4x1xf32> to vector<4x16xf32>
        %t = vector.fma %column_of_x, %row_of_w, %s : vector<4x16xf32>
        scf.yield %t : vector<4x16xf32>
      }
      vector.transfer_write %sum, %y[%p, %m, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, memref<16x16x16xf32>
    }
  }
  return
}

func.func @local(%a: memref<16x256xf32>, %b: memref<16x256x16xf32>, %y: memref<16x16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c256 = arith.constant 256 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4x16xf32>
  %copy = memref.alloc() : memref<16x256x16xf32>
  memref.copy %b, %copy : memref<16x256x16xf32> to memref<16x256x16xf32>
  scf.for %p = %c0 to %c16 step %c1 {
    scf.for %m = %c0 to %c16 step %c4 {
      %sum = scf.for %k = %c0 to %c256 step %c1 iter_args(%s = %zeros) -> (vector<4x16xf32>) {
        %w = vector.transfer_read %copy[%p, %k, %c0], %z {in_bounds = [true, true]} : memref<16x256x16xf32>, vector<1x16xf32>
        %row_of_w = vector.broadcast %w : vector<1x16xf32> to vector<4x16xf32>
        %x = vector.transfer_read %a[%m, %k], %z {in_bounds = [true, true]} : memref<16x256xf32>, vector<4x1xf32>
        %column_of_x = vector.broadcast %x : vector<4x1xf32> to vector<4x16xf32>
        %t = vector.fma %column_of_x, %row_of_w, %s : vector<4x16xf32>
        scf.yield %t : vector<4x16xf32>
      }
      vector.transfer_write %sum, %y[%p, %m, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, memref<16x16x16xf32>
    }
  }
  memref.dealloc %copy : memref<16x256x16xf32>
  return
}

func.func @once(%a: memref<16x256xf32>, %b: memref<16x256x16xf32>, %y: memref<16x16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c256 = arith.constant 256 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4x16xf32>
  scf.for %p = %c0 to %c16 step %c1 {
    %sum = scf.for %k = %c0 to %c256 step %c1 iter_args(%s = %zeros) -> (vector<4x16xf32>) {
      %w = vector.transfer_read %b[%p, %k, %c0], %z {in_bounds = [true, true]} : memref<16x256x16xf32>, vector<1x16xf32>
      %row_of_w = vector.broadcast %w : vector<1x16xf32> to vector<4x16xf32>
      %x = vector.transfer_read %a[%c0, %k], %z {in_bounds = [true, true]} : memref<16x256xf32>, vector<4x1xf32>
      %column_of_x = vector.broadcast %x : vector<4x1xf32> to vector<4x16xf32>
      %t = vector.fma %column_of_x, %row_of_w, %s : vector<4x16xf32>
      scf.yield %t : vector<4x16xf32>
    }
    vector.transfer_write %sum, %y[%p, %c0, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, memref<16x16x16xf32>
  }
  return
}

func.func @moving(%a: memref<16x256xf32>, %b: memref<16x4x256x16xf32>, %y: memref<16x16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c256 = arith.constant 256 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4x16xf32>
  scf.for %p = %c0 to %c16 step %c1 {
    scf.for %m = %c0 to %c16 step %c4 {
      %tile = arith.divui %m, %c4 : index
      %sum = scf.for %k = %c0 to %c256 step %c1 iter_args(%s = %zeros) -> (vector<4x16xf32>) {
        %w = vector.transfer_read %b[%p, %tile, %k, %c0], %z {in_bounds = [true, true]} : memref<16x4x256x16xf32>, vector<1x16xf32>
        %row_of_w = vector.broadcast %w : vector<1x16xf32> to vector<4x16xf32>
        %x = vector.transfer_read %a[%m, %k], %z {in_bounds = [true, true]} : memref<16x256xf32>, vector<4x1xf32>
        %column_of_x = vector.broadcast %x : vector<4x1xf32> to vector<4x16xf32>
        %t = vector.fma %column_of_x, %row_of_w, %s : vector<4x16xf32>
        scf.yield %t : vector<4x16xf32>
      }
      vector.transfer_write %sum, %y[%p, %m, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, memref<16x16x16xf32>
    }
  }
  return
}
