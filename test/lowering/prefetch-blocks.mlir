// While a product multiplies a packed block of a large matrix, it prefetches the
// block that is packed next: 256 rows of 16 lines in 16 times 256 iterations are
// one line in each. In the first loop, the next block lies 256 columns further; in
// the second one 256 rows. 256 rows of two lines in 16 times 8 iterations are two
// rows in each. Nothing is prefetched of a matrix of 1 MB, of a block of 2 MB, or
// where each iteration packs the same block or what is no block.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered %s -o %t
// RUN: %as-run %t --entry=columns --compare=%s --entry=columns --runs=0
// RUN: %as-run %t --entry=rows --compare=%s --entry=rows --runs=0
// RUN: %as-run %t --entry=whole_rows --compare=%s --entry=whole_rows --runs=0

// CHECK-LABEL: llvm.func @columns(
// CHECK: llvm.udiv
// CHECK: llvm.udiv %[[LINE:.*]], %[[LINES:.*]] : i64
// CHECK-NEXT: llvm.urem %[[LINE]], %[[LINES]] : i64
// CHECK: intr.prefetch
// CHECK-NOT: intr.prefetch
// CHECK: llvm.intr.fmuladd
// CHECK-LABEL: llvm.func @rows(
// CHECK: intr.prefetch
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @whole_rows(
// CHECK-COUNT-4: intr.prefetch
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @near(
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @large_blocks(
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @same_block(
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @clamped(
// CHECK-NOT: intr.prefetch

func.func @columns(%a: memref<64x2048xf32>, %b: memref<256x2064xf32>, %y: memref<64x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %c2048 = arith.constant 2048 : index
  %z = arith.constant 0.0 : f32
  %packed = memref.alloc() : memref<256x256xf32>
  scf.for %block = %c0 to %c2048 step %c256 {
    scf.for %r = %c0 to %c256 step %c8 {
      scf.for %c = %c0 to %c256 step %c16 {
        %column = arith.addi %block, %c : index
        %v = vector.transfer_read %b[%r, %column], %z {in_bounds = [true, true]} : memref<256x2064xf32>, vector<8x16xf32>
        vector.transfer_write %v, %packed[%r, %c] {in_bounds = [true, true]} : vector<8x16xf32>, memref<256x256xf32>
      }
    }
    scf.for %m = %c0 to %c64 step %c4 {
      %begin = vector.transfer_read %y[%m, %c0], %z {in_bounds = [true, true]} : memref<64x16xf32>, vector<4x16xf32>
      %sum = scf.for %i = %c0 to %c256 step %c1 iter_args(%s = %begin) -> (vector<4x16xf32>) {
        %w = vector.transfer_read %packed[%i, %c0], %z {in_bounds = [true, true]} : memref<256x256xf32>, vector<1x16xf32>
        %row_of_w = vector.broadcast %w : vector<1x16xf32> to vector<4x16xf32>
        %x = vector.transfer_read %a[%m, %i], %z {in_bounds = [true, true]} : memref<64x2048xf32>, vector<4x1xf32>
        %column_of_x = vector.broadcast %x : vector<4x1xf32> to vector<4x16xf32>
        %t = vector.fma %column_of_x, %row_of_w, %s : vector<4x16xf32>
        scf.yield %t : vector<4x16xf32>
      }
      vector.transfer_write %sum, %y[%m, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, memref<64x16xf32>
    }
  }
  memref.dealloc %packed : memref<256x256xf32>
  return
}

func.func @rows(%a: memref<64x2048xf32>, %b: memref<2048x256xf32>, %y: memref<64x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %c2048 = arith.constant 2048 : index
  %z = arith.constant 0.0 : f32
  %packed = memref.alloc() : memref<256x256xf32>
  scf.for %block = %c0 to %c2048 step %c256 {
    scf.for %r = %c0 to %c256 step %c8 {
      %row = arith.addi %block, %r : index
      scf.for %c = %c0 to %c256 step %c16 {
        %v = vector.transfer_read %b[%row, %c], %z {in_bounds = [true, true]} : memref<2048x256xf32>, vector<8x16xf32>
        vector.transfer_write %v, %packed[%r, %c] {in_bounds = [true, true]} : vector<8x16xf32>, memref<256x256xf32>
      }
    }
    scf.for %m = %c0 to %c64 step %c4 {
      %begin = vector.transfer_read %y[%m, %c0], %z {in_bounds = [true, true]} : memref<64x16xf32>, vector<4x16xf32>
      %sum = scf.for %i = %c0 to %c256 step %c1 iter_args(%s = %begin) -> (vector<4x16xf32>) {
        %w = vector.transfer_read %packed[%i, %c0], %z {in_bounds = [true, true]} : memref<256x256xf32>, vector<1x16xf32>
        %row_of_w = vector.broadcast %w : vector<1x16xf32> to vector<4x16xf32>
        %x = vector.transfer_read %a[%m, %i], %z {in_bounds = [true, true]} : memref<64x2048xf32>, vector<4x1xf32>
        %column_of_x = vector.broadcast %x : vector<4x1xf32> to vector<4x16xf32>
        %t = vector.fma %column_of_x, %row_of_w, %s : vector<4x16xf32>
        scf.yield %t : vector<4x16xf32>
      }
      vector.transfer_write %sum, %y[%m, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, memref<64x16xf32>
    }
  }
  memref.dealloc %packed : memref<256x256xf32>
  return
}

func.func @whole_rows(%a: memref<64x256xf32>, %b: memref<256x8208xf32>, %y: memref<64x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %c8192 = arith.constant 8192 : index
  %z = arith.constant 0.0 : f32
  %packed = memref.alloc() : memref<256x32xf32>
  scf.for %block = %c0 to %c8192 step %c32 {
    scf.for %r = %c0 to %c256 step %c8 {
      scf.for %c = %c0 to %c32 step %c16 {
        %column = arith.addi %block, %c : index
        %v = vector.transfer_read %b[%r, %column], %z {in_bounds = [true, true]} : memref<256x8208xf32>, vector<8x16xf32>
        vector.transfer_write %v, %packed[%r, %c] {in_bounds = [true, true]} : vector<8x16xf32>, memref<256x32xf32>
      }
    }
    scf.for %m = %c0 to %c64 step %c4 {
      %begin = vector.transfer_read %y[%m, %c0], %z {in_bounds = [true, true]} : memref<64x16xf32>, vector<4x16xf32>
      %sum = scf.for %i = %c0 to %c16 step %c2 iter_args(%s = %begin) -> (vector<4x16xf32>) {
        %row0 = arith.addi %i, %c0 : index
        %w0 = vector.transfer_read %packed[%row0, %c0], %z {in_bounds = [true, true]} : memref<256x32xf32>, vector<1x16xf32>
        %row_of_w0 = vector.broadcast %w0 : vector<1x16xf32> to vector<4x16xf32>
        %x0 = vector.transfer_read %a[%m, %row0], %z {in_bounds = [true, true]} : memref<64x256xf32>, vector<4x1xf32>
        %column_of_x0 = vector.broadcast %x0 : vector<4x1xf32> to vector<4x16xf32>
        %t0 = vector.fma %column_of_x0, %row_of_w0, %s : vector<4x16xf32>
        %row1 = arith.addi %i, %c1 : index
        %w1 = vector.transfer_read %packed[%row1, %c0], %z {in_bounds = [true, true]} : memref<256x32xf32>, vector<1x16xf32>
        %row_of_w1 = vector.broadcast %w1 : vector<1x16xf32> to vector<4x16xf32>
        %x1 = vector.transfer_read %a[%m, %row1], %z {in_bounds = [true, true]} : memref<64x256xf32>, vector<4x1xf32>
        %column_of_x1 = vector.broadcast %x1 : vector<4x1xf32> to vector<4x16xf32>
        %t1 = vector.fma %column_of_x1, %row_of_w1, %t0 : vector<4x16xf32>
        scf.yield %t1 : vector<4x16xf32>
      }
      vector.transfer_write %sum, %y[%m, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, memref<64x16xf32>
    }
  }
  memref.dealloc %packed : memref<256x32xf32>
  return
}

func.func @near(%a: memref<64x1024xf32>, %b: memref<256x1024xf32>, %y: memref<64x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %c1024 = arith.constant 1024 : index
  %z = arith.constant 0.0 : f32
  %packed = memref.alloc() : memref<256x256xf32>
  scf.for %block = %c0 to %c1024 step %c256 {
    scf.for %r = %c0 to %c256 step %c8 {
      scf.for %c = %c0 to %c256 step %c16 {
        %column = arith.addi %block, %c : index
        %v = vector.transfer_read %b[%r, %column], %z {in_bounds = [true, true]} : memref<256x1024xf32>, vector<8x16xf32>
        vector.transfer_write %v, %packed[%r, %c] {in_bounds = [true, true]} : vector<8x16xf32>, memref<256x256xf32>
      }
    }
    scf.for %m = %c0 to %c64 step %c4 {
      %begin = vector.transfer_read %y[%m, %c0], %z {in_bounds = [true, true]} : memref<64x16xf32>, vector<4x16xf32>
      %sum = scf.for %i = %c0 to %c256 step %c1 iter_args(%s = %begin) -> (vector<4x16xf32>) {
        %w = vector.transfer_read %packed[%i, %c0], %z {in_bounds = [true, true]} : memref<256x256xf32>, vector<1x16xf32>
        %row_of_w = vector.broadcast %w : vector<1x16xf32> to vector<4x16xf32>
        %x = vector.transfer_read %a[%m, %i], %z {in_bounds = [true, true]} : memref<64x1024xf32>, vector<4x1xf32>
        %column_of_x = vector.broadcast %x : vector<4x1xf32> to vector<4x16xf32>
        %t = vector.fma %column_of_x, %row_of_w, %s : vector<4x16xf32>
        scf.yield %t : vector<4x16xf32>
      }
      vector.transfer_write %sum, %y[%m, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, memref<64x16xf32>
    }
  }
  memref.dealloc %packed : memref<256x256xf32>
  return
}

func.func @large_blocks(%a: memref<64x4096xf32>, %b: memref<4096x256xf32>, %y: memref<64x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %c128 = arith.constant 128 : index
  %c4096 = arith.constant 4096 : index
  %z = arith.constant 0.0 : f32
  %packed = memref.alloc() : memref<4096x128xf32>
  scf.for %block = %c0 to %c256 step %c128 {
    scf.for %r = %c0 to %c4096 step %c8 {
      scf.for %c = %c0 to %c128 step %c16 {
        %column = arith.addi %block, %c : index
        %v = vector.transfer_read %b[%r, %column], %z {in_bounds = [true, true]} : memref<4096x256xf32>, vector<8x16xf32>
        vector.transfer_write %v, %packed[%r, %c] {in_bounds = [true, true]} : vector<8x16xf32>, memref<4096x128xf32>
      }
    }
    scf.for %m = %c0 to %c64 step %c4 {
      %begin = vector.transfer_read %y[%m, %c0], %z {in_bounds = [true, true]} : memref<64x16xf32>, vector<4x16xf32>
      %sum = scf.for %i = %c0 to %c4096 step %c1 iter_args(%s = %begin) -> (vector<4x16xf32>) {
        %w = vector.transfer_read %packed[%i, %c0], %z {in_bounds = [true, true]} : memref<4096x128xf32>, vector<1x16xf32>
        %row_of_w = vector.broadcast %w : vector<1x16xf32> to vector<4x16xf32>
        %x = vector.transfer_read %a[%m, %i], %z {in_bounds = [true, true]} : memref<64x4096xf32>, vector<4x1xf32>
        %column_of_x = vector.broadcast %x : vector<4x1xf32> to vector<4x16xf32>
        %t = vector.fma %column_of_x, %row_of_w, %s : vector<4x16xf32>
        scf.yield %t : vector<4x16xf32>
      }
      vector.transfer_write %sum, %y[%m, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, memref<64x16xf32>
    }
  }
  memref.dealloc %packed : memref<4096x128xf32>
  return
}

func.func @same_block(%a: memref<64x2048xf32>, %b: memref<256x2064xf32>, %y: memref<64x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %c2048 = arith.constant 2048 : index
  %z = arith.constant 0.0 : f32
  %packed = memref.alloc() : memref<256x256xf32>
  scf.for %block = %c0 to %c2048 step %c256 {
    scf.for %r = %c0 to %c256 step %c8 {
      scf.for %c = %c0 to %c256 step %c16 {
        %v = vector.transfer_read %b[%r, %c], %z {in_bounds = [true, true]} : memref<256x2064xf32>, vector<8x16xf32>
        vector.transfer_write %v, %packed[%r, %c] {in_bounds = [true, true]} : vector<8x16xf32>, memref<256x256xf32>
      }
    }
    scf.for %m = %c0 to %c64 step %c4 {
      %begin = vector.transfer_read %y[%m, %c0], %z {in_bounds = [true, true]} : memref<64x16xf32>, vector<4x16xf32>
      %sum = scf.for %i = %c0 to %c256 step %c1 iter_args(%s = %begin) -> (vector<4x16xf32>) {
        %w = vector.transfer_read %packed[%i, %c0], %z {in_bounds = [true, true]} : memref<256x256xf32>, vector<1x16xf32>
        %row_of_w = vector.broadcast %w : vector<1x16xf32> to vector<4x16xf32>
        %x = vector.transfer_read %a[%m, %i], %z {in_bounds = [true, true]} : memref<64x2048xf32>, vector<4x1xf32>
        %column_of_x = vector.broadcast %x : vector<4x1xf32> to vector<4x16xf32>
        %t = vector.fma %column_of_x, %row_of_w, %s : vector<4x16xf32>
        scf.yield %t : vector<4x16xf32>
      }
      vector.transfer_write %sum, %y[%m, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, memref<64x16xf32>
    }
  }
  memref.dealloc %packed : memref<256x256xf32>
  return
}

func.func @clamped(%a: memref<64x2048xf32>, %b: memref<256x2064xf32>, %y: memref<64x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %c2048 = arith.constant 2048 : index
  %z = arith.constant 0.0 : f32
  %packed = memref.alloc() : memref<256x256xf32>
  scf.for %block = %c0 to %c2048 step %c256 {
    scf.for %r = %c0 to %c256 step %c8 {
      scf.for %c = %c0 to %c256 step %c16 {
        %column = affine.min affine_map<(d0, d1) -> (d0 + d1, 2032)>(%block, %c)
        %v = vector.transfer_read %b[%r, %column], %z {in_bounds = [true, true]} : memref<256x2064xf32>, vector<8x16xf32>
        vector.transfer_write %v, %packed[%r, %c] {in_bounds = [true, true]} : vector<8x16xf32>, memref<256x256xf32>
      }
    }
    scf.for %m = %c0 to %c64 step %c4 {
      %begin = vector.transfer_read %y[%m, %c0], %z {in_bounds = [true, true]} : memref<64x16xf32>, vector<4x16xf32>
      %sum = scf.for %i = %c0 to %c256 step %c1 iter_args(%s = %begin) -> (vector<4x16xf32>) {
        %w = vector.transfer_read %packed[%i, %c0], %z {in_bounds = [true, true]} : memref<256x256xf32>, vector<1x16xf32>
        %row_of_w = vector.broadcast %w : vector<1x16xf32> to vector<4x16xf32>
        %x = vector.transfer_read %a[%m, %i], %z {in_bounds = [true, true]} : memref<64x2048xf32>, vector<4x1xf32>
        %column_of_x = vector.broadcast %x : vector<4x1xf32> to vector<4x16xf32>
        %t = vector.fma %column_of_x, %row_of_w, %s : vector<4x16xf32>
        scf.yield %t : vector<4x16xf32>
      }
      vector.transfer_write %sum, %y[%m, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, memref<64x16xf32>
    }
  }
  memref.dealloc %packed : memref<256x256xf32>
  return
}
