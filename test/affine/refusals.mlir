// Statements that must not be raised stay, with a remark that says where and
// why. Some of them can be tasks as loops.

// RUN: %as-opt --as-extract-tasks --verify-diagnostics --split-input-file %s | FileCheck %s
// CHECK-NOT: linalg.
// CHECK-NOT: tensor<

// Gauss-Seidel: each element is the mean of new ones and old ones.

func.func @gauss_seidel(%A: memref<16x16xf64>) {
  %third = arith.constant 0.333333 : f64
  affine.for %t = 0 to 4 {
    affine.for %i = 1 to 15 {
      affine.for %j = 1 to 15 {
        %0 = affine.load %A[%i - 1, %j] : memref<16x16xf64>
        %1 = affine.load %A[%i, %j - 1] : memref<16x16xf64>
        %2 = affine.load %A[%i, %j] : memref<16x16xf64>
        %3 = arith.addf %0, %1 : f64
        %4 = arith.addf %3, %2 : f64
        %5 = arith.mulf %4, %third : f64
        // expected-remark@+1 {{affine.store is scheduled in its loops, not as an operator: it reads what it wrote in another iteration; such a recurrence can only be loops}}
        affine.store %5, %A[%i, %j] : memref<16x16xf64>
      }
    }
  }
  return
}

// -----

func.func @smith_waterman(%H: memref<17x17xi32> {llvm.noalias},
                          %s: memref<16x16xi32> {llvm.noalias}) {
  %gap = arith.constant 2 : i32
  %zero = arith.constant 0 : i32
  affine.for %i = 1 to 17 {
    affine.for %j = 1 to 17 {
      %0 = affine.load %H[%i - 1, %j - 1] : memref<17x17xi32>
      %1 = affine.load %s[%i - 1, %j - 1] : memref<16x16xi32>
      %2 = arith.addi %0, %1 : i32
      %3 = affine.load %H[%i - 1, %j] : memref<17x17xi32>
      %4 = arith.subi %3, %gap : i32
      %5 = affine.load %H[%i, %j - 1] : memref<17x17xi32>
      %6 = arith.subi %5, %gap : i32
      %7 = arith.maxsi %2, %4 : i32
      %8 = arith.maxsi %7, %6 : i32
      %9 = arith.maxsi %8, %zero : i32
      // expected-remark@+1 {{it reads what it wrote in another iteration}}
      affine.store %9, %H[%i, %j] : memref<17x17xi32>
    }
  }
  return
}

// -----

// Prefix sums: a reduction whose partial results are read.

func.func @scan(%A: memref<16xf32>) {
  affine.for %i = 1 to 16 {
    %0 = affine.load %A[%i - 1] : memref<16xf32>
    %1 = affine.load %A[%i] : memref<16xf32>
    %2 = arith.addf %0, %1 : f32
    // expected-remark@+1 {{it reads what it wrote in another iteration}}
    affine.store %2, %A[%i] : memref<16xf32>
  }
  return
}

// -----

// A recurrence that only looks like a reduction: it multiplies the old value.

func.func @horner(%c: memref<8x16xf32> {llvm.noalias},
                  %y: memref<8xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 16 {
      %0 = affine.load %y[%i] : memref<8xf32>
      %1 = arith.mulf %0, %x : f32
      %2 = affine.load %c[%i, %k] : memref<8x16xf32>
      %3 = arith.addf %1, %2 : f32
      // expected-remark@+1 {{it reads what it wrote in another iteration}}
      affine.store %3, %y[%i] : memref<8xf32>
    }
  }
  return
}

// -----

// A difference is not a reduction if the accumulator is subtracted.

func.func @alternating(%c: memref<8x16xf32> {llvm.noalias},
                       %y: memref<8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 16 {
      %0 = affine.load %y[%i] : memref<8xf32>
      %2 = affine.load %c[%i, %k] : memref<8x16xf32>
      %3 = arith.subf %2, %0 : f32
      // expected-remark@+1 {{it reads what it wrote in another iteration}}
      affine.store %3, %y[%i] : memref<8xf32>
    }
  }
  return
}

// -----

// Only the last write counts.

func.func @overwritten(%c: memref<8x16xf32> {llvm.noalias},
                       %y: memref<8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 16 {
      %0 = affine.load %c[%i, %k] : memref<8x16xf32>
      // expected-remark@+1 {{it writes the same element in several iterations}}
      affine.store %0, %y[%i] : memref<8xf32>
    }
  }
  return
}

// -----

// Two statements that depend on each other.

func.func @in_turn(%A: memref<17xf32> {llvm.noalias},
                   %B: memref<17xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %A[%i] : memref<17xf32>
    // expected-remark@+1 {{it and other statements depend on each other in turn}}
    affine.store %0, %B[%i + 1] : memref<17xf32>
    %1 = affine.load %B[%i] : memref<17xf32>
    affine.store %1, %A[%i + 1] : memref<17xf32>
  }
  return
}

// -----

#next = affine_map<(i) -> (i + 1)>

func.func @triangle(%A: memref<16x16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to #next(%i) {
      %0 = affine.load %A[%i, %j] : memref<16x16xf32>
      %1 = arith.mulf %0, %0 : f32
      // expected-remark@+1 {{its iterations are no box}}
      affine.store %1, %A[%i, %j] : memref<16x16xf32>
    }
  }
  return
}

// -----

func.func @unknown_extent(%A: memref<64x?xf32>, %n: index) {
  affine.for %i = 0 to 64 {
    // expected-remark@+1 {{affine.for is not scheduled: its number of iterations is not known}}
    affine.for %j = affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n] to 64 {
      %0 = affine.load %A[%i, %j] : memref<64x?xf32>
      %1 = arith.mulf %0, %0 : f32
      affine.store %1, %A[%i, %j] : memref<64x?xf32>
    }
  }
  return
}

// -----

func.func @open_window(%A: memref<?xf32> {llvm.noalias},
                       %w: memref<?xf32> {llvm.noalias},
                       %B: memref<?xf32> {llvm.noalias}, %n: index, %k: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %k {
      // expected-remark@+1 {{affine.load is not scheduled: several loops index a dimension together whose numbers of iterations are not known}}
      %0 = affine.load %A[%i + %j] : memref<?xf32>
      %1 = affine.load %w[%j] : memref<?xf32>
      %2 = affine.load %B[%i] : memref<?xf32>
      %3 = arith.mulf %0, %1 : f32
      %4 = arith.addf %2, %3 : f32
      affine.store %4, %B[%i] : memref<?xf32>
    }
  }
  return
}

// -----

func.func @gather(%A: memref<16xf32> {llvm.noalias},
                  %at: memref<16xindex> {llvm.noalias},
                  %B: memref<16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %at[%i] : memref<16xindex>
    // expected-remark@+1 {{memref.load is not scheduled: its indices are not affine}}
    %1 = memref.load %A[%0] : memref<16xf32>
    affine.store %1, %B[%i] : memref<16xf32>
  }
  return
}

// -----

func.func private @unknown(f32) -> f32

func.func @calls(%A: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %A[%i] : memref<16xf32>
    // expected-remark@+1 {{func.call is not scheduled: 'func.call' is not understood within loops}}
    %1 = func.call @unknown(%0) : (f32) -> f32
    affine.store %1, %A[%i] : memref<16xf32>
  }
  return
}

// -----

// A swap: an element is overwritten before its loaded value is stored.

func.func @swap(%A: memref<8x16xf32>) {
  affine.for %j = 0 to 16 {
    // expected-remark@+1 {{affine.load is not scheduled: what it reads may be written before it is used}}
    %0 = affine.load %A[0, %j] : memref<8x16xf32>
    %1 = affine.load %A[1, %j] : memref<8x16xf32>
    affine.store %1, %A[0, %j] : memref<8x16xf32>
    affine.store %0, %A[1, %j] : memref<8x16xf32>
  }
  return
}

// -----

// Atomic updates have no order that another one could be compared with.

func.func @atomic(%A: memref<64xf32>, %c: memref<8xf32>) {
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to 64 {
    %0 = affine.load %A[%i] : memref<64xf32>
    // expected-remark@+1 {{memref.atomic_rmw is not scheduled: it is an atomic update; in serial loops, load, compute and store instead}}
    %1 = memref.atomic_rmw addf %0, %c[%c3] : (f32, memref<8xf32>) -> f32
  }
  affine.for %i = 0 to 64 {
    %0 = affine.load %A[%i] : memref<64xf32>
    // expected-remark@+1 {{memref.generic_atomic_rmw is not scheduled: it is an atomic update}}
    %1 = memref.generic_atomic_rmw %c[%c3] : memref<8xf32> {
    ^bb0(%old: f32):
      %2 = arith.addf %old, %0 : f32
      memref.atomic_yield %2 : f32
    }
  }
  return
}

// -----

#transposed = affine_map<(d0, d1) -> (d1, d0)>

func.func @layout(%A: memref<16x8xf32, #transposed> {llvm.noalias}, %B: memref<16x8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      // expected-remark@+1 {{affine.load is not scheduled: its memory is not dense, or not in the default space; copy it to a memref without a layout first}}
      %0 = affine.load %A[%i, %j] : memref<16x8xf32, #transposed>
      affine.store %0, %B[%i, %j] : memref<16x8xf32>
    }
  }
  return
}

// -----

// A nest that is too much for a task.

func.func @wide(%A: memref<40x40xf64> {llvm.noalias}) {
// expected-remark@+1 {{affine.for is not scheduled: a statement has more than 16 accesses; store a part of its result first}}
affine.for %t = 0 to 4 {
affine.for %i = 2 to 38 {
affine.for %j = 2 to 38 {
%l0 = affine.load %A[%i - 2, %j - 2] : memref<40x40xf64>
%l1 = affine.load %A[%i - 2, %j - 1] : memref<40x40xf64>
%s1 = arith.addf %l0, %l1 : f64
%l2 = affine.load %A[%i - 2, %j + 0] : memref<40x40xf64>
%s2 = arith.addf %s1, %l2 : f64
%l3 = affine.load %A[%i - 2, %j + 1] : memref<40x40xf64>
%s3 = arith.addf %s2, %l3 : f64
%l4 = affine.load %A[%i - 2, %j + 2] : memref<40x40xf64>
%s4 = arith.addf %s3, %l4 : f64
%l5 = affine.load %A[%i - 1, %j - 2] : memref<40x40xf64>
%s5 = arith.addf %s4, %l5 : f64
%l6 = affine.load %A[%i - 1, %j - 1] : memref<40x40xf64>
%s6 = arith.addf %s5, %l6 : f64
%l7 = affine.load %A[%i - 1, %j + 0] : memref<40x40xf64>
%s7 = arith.addf %s6, %l7 : f64
%l8 = affine.load %A[%i - 1, %j + 1] : memref<40x40xf64>
%s8 = arith.addf %s7, %l8 : f64
%l9 = affine.load %A[%i - 1, %j + 2] : memref<40x40xf64>
%s9 = arith.addf %s8, %l9 : f64
%l10 = affine.load %A[%i + 0, %j - 2] : memref<40x40xf64>
%s10 = arith.addf %s9, %l10 : f64
%l11 = affine.load %A[%i + 0, %j - 1] : memref<40x40xf64>
%s11 = arith.addf %s10, %l11 : f64
%l12 = affine.load %A[%i + 0, %j + 0] : memref<40x40xf64>
%s12 = arith.addf %s11, %l12 : f64
%l13 = affine.load %A[%i + 0, %j + 1] : memref<40x40xf64>
%s13 = arith.addf %s12, %l13 : f64
%l14 = affine.load %A[%i + 0, %j + 2] : memref<40x40xf64>
%s14 = arith.addf %s13, %l14 : f64
%l15 = affine.load %A[%i + 1, %j - 2] : memref<40x40xf64>
%s15 = arith.addf %s14, %l15 : f64
%l16 = affine.load %A[%i + 1, %j - 1] : memref<40x40xf64>
%s16 = arith.addf %s15, %l16 : f64
%l17 = affine.load %A[%i + 1, %j + 0] : memref<40x40xf64>
%s17 = arith.addf %s16, %l17 : f64
%l18 = affine.load %A[%i + 1, %j + 1] : memref<40x40xf64>
%s18 = arith.addf %s17, %l18 : f64
%l19 = affine.load %A[%i + 1, %j + 2] : memref<40x40xf64>
%s19 = arith.addf %s18, %l19 : f64
%l20 = affine.load %A[%i + 2, %j - 2] : memref<40x40xf64>
%s20 = arith.addf %s19, %l20 : f64
%l21 = affine.load %A[%i + 2, %j - 1] : memref<40x40xf64>
%s21 = arith.addf %s20, %l21 : f64
%l22 = affine.load %A[%i + 2, %j + 0] : memref<40x40xf64>
%s22 = arith.addf %s21, %l22 : f64
%l23 = affine.load %A[%i + 2, %j + 1] : memref<40x40xf64>
%s23 = arith.addf %s22, %l23 : f64
%l24 = affine.load %A[%i + 2, %j + 2] : memref<40x40xf64>
%s24 = arith.addf %s23, %l24 : f64
// expected-remark@+1 {{affine.store is not scheduled: it reads too many elements; store a part of the result first}}
affine.store %s24, %A[%i, %j] : memref<40x40xf64>
}
}
}
return
}
