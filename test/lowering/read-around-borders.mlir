// Of a padded image that vectors are read from nothing is copied: the loop over
// tiles of a row is taken apart where tiles reach into the border, and rows of
// the window that are in the border are the value of it.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %as-run %t.mlir --entry=window --compare=%s --stock --runs=0
// RUN: %as-run %t.mlir --entry=strided --compare=%s --stock --runs=0
// RUN: %as-run %t.mlir --entry=unknown --compare=%s --stock --runs=0
// RUN: %as-run %t.mlir --entry=lanes --compare=%s --stock --runs=0

// Sums over a window of 3 x 3, of tiles of three pixels.
// CHECK-LABEL: llvm.func @window(
// CHECK-NOT: malloc
// CHECK: llvm.return
func.func @window(%x: tensor<5x9x8xf32>) -> tensor<5x9x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c9 = arith.constant 9 : index
  %one = arith.constant 1.0 : f32
  %zeros = arith.constant dense<0.0> : vector<3x8xf32>
  %e = tensor.empty() : tensor<7x11x8xf32>
  %ones = linalg.fill ins(%one : f32) outs(%e : tensor<7x11x8xf32>) -> tensor<7x11x8xf32>
  %p = tensor.insert_slice %x into %ones[1, 1, 0] [5, 9, 8] [1, 1, 1]
      : tensor<5x9x8xf32> into tensor<7x11x8xf32>
  %start = tensor.empty() : tensor<5x9x8xf32>
  %r = scf.for %y = %c0 to %c5 step %c1 iter_args(%rows = %start) -> (tensor<5x9x8xf32>) {
    %s = scf.for %z = %c0 to %c9 step %c3 iter_args(%to = %rows) -> (tensor<5x9x8xf32>) {
      %sum = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %zeros) -> (vector<3x8xf32>) {
        %row = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%y, %i)
        %b = scf.for %j = %c0 to %c3 step %c1 iter_args(%c = %a) -> (vector<3x8xf32>) {
          %column = arith.addi %z, %j : index
          %v = vector.transfer_read %p[%row, %column, %c0], %one {in_bounds = [true, true]}
              : tensor<7x11x8xf32>, vector<3x8xf32>
          %d = arith.addf %c, %v : vector<3x8xf32>
          scf.yield %d : vector<3x8xf32>
        }
        scf.yield %b : vector<3x8xf32>
      }
      %w = vector.transfer_write %sum, %to[%y, %z, %c0] {in_bounds = [true, true]}
          : vector<3x8xf32>, tensor<5x9x8xf32>
      scf.yield %w : tensor<5x9x8xf32>
    }
    scf.yield %s : tensor<5x9x8xf32>
  }
  return %r : tensor<5x9x8xf32>
}

// Every other pixel, one at a time, where the last windows end in the border,
// which is two pixels wide before the image.
// CHECK-LABEL: llvm.func @strided(
// CHECK-NOT: malloc
// CHECK: llvm.return
func.func @strided(%x: tensor<6x8xf32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %two = arith.constant 2.0 : f32
  %zeros = arith.constant dense<0.0> : vector<1x8xf32>
  %e = tensor.empty() : tensor<9x8xf32>
  %twos = linalg.fill ins(%two : f32) outs(%e : tensor<9x8xf32>) -> tensor<9x8xf32>
  %p = tensor.insert_slice %x into %twos[2, 0] [6, 8] [1, 1]
      : tensor<6x8xf32> into tensor<9x8xf32>
  %start = tensor.empty() : tensor<4x8xf32>
  %r = scf.for %y = %c0 to %c4 step %c1 iter_args(%to = %start) -> (tensor<4x8xf32>) {
    %sum = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %zeros) -> (vector<1x8xf32>) {
      %row = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%y)[%i]
      %v = vector.transfer_read %p[%row, %c0], %two {in_bounds = [true, true]}
          : tensor<9x8xf32>, vector<1x8xf32>
      %d = arith.addf %a, %v : vector<1x8xf32>
      scf.yield %d : vector<1x8xf32>
    }
    %w = vector.transfer_write %sum, %to[%y, %c0] {in_bounds = [true, true]}
        : vector<1x8xf32>, tensor<4x8xf32>
    scf.yield %w : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}

// Bounds that the program does not tell: each pixel is asked for.
// CHECK-LABEL: llvm.func @unknown(
// CHECK-NOT: malloc
// CHECK: llvm.return
func.func @unknown(%x: tensor<4x8xf32>, %at: index) -> tensor<3x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %three = arith.constant 3.0 : f32
  %zeros = arith.constant dense<0.0> : vector<3x8xf32>
  %e = tensor.empty() : tensor<9x8xf32>
  %threes = linalg.fill ins(%three : f32) outs(%e : tensor<9x8xf32>) -> tensor<9x8xf32>
  %p = tensor.insert_slice %x into %threes[3, 0] [4, 8] [1, 1]
      : tensor<4x8xf32> into tensor<9x8xf32>
  %q = arith.remui %at, %c4 : index
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %zeros) -> (vector<3x8xf32>) {
    %k = arith.muli %i, %q : index
    %l = arith.remui %k, %c4 : index
    %row = arith.addi %l, %c1 : index
    %v = vector.transfer_read %p[%row, %c0], %three {in_bounds = [true, true]}
        : tensor<9x8xf32>, vector<3x8xf32>
    %d = arith.addf %a, %v : vector<3x8xf32>
    scf.yield %d : vector<3x8xf32>
  }
  %start = tensor.empty() : tensor<3x8xf32>
  %w = vector.transfer_write %sum, %start[%c0, %c0] {in_bounds = [true, true]}
      : vector<3x8xf32>, tensor<3x8xf32>
  return %w : tensor<3x8xf32>
}

// Vectors that begin before the image are no part of it, so that one is padded.
// CHECK-LABEL: llvm.func @lanes(
// CHECK: llvm.alloca
func.func @lanes(%x: tensor<6x7xf32>) -> tensor<6x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<6x8xf32>
  %ones = linalg.fill ins(%one : f32) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  %p = tensor.insert_slice %x into %ones[0, 1] [6, 7] [1, 1]
      : tensor<6x7xf32> into tensor<6x8xf32>
  %start = tensor.empty() : tensor<6x8xf32>
  %r = scf.for %y = %c0 to %c6 step %c1 iter_args(%to = %start) -> (tensor<6x8xf32>) {
    %v = vector.transfer_read %p[%y, %c0], %one {in_bounds = [true]}
        : tensor<6x8xf32>, vector<8xf32>
    %d = arith.addf %v, %v : vector<8xf32>
    %w = vector.transfer_write %d, %to[%y, %c0] {in_bounds = [true]}
        : vector<8xf32>, tensor<6x8xf32>
    scf.yield %w : tensor<6x8xf32>
  }
  return %r : tensor<6x8xf32>
}
