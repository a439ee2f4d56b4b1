// Weights that each iteration of a loop over rows would widen and scale are
// widened before the loop, in the order in which they are used.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered %s -o %t 2>/dev/null
// RUN: FileCheck %s < %t
// RUN: %as-run %t --entry=many --compare=%s --runs=0
// RUN: %as-run %t --entry=steps --compare=%s --runs=0
// RUN: %as-run %t --entry=written --compare=%s --runs=0
// RUN: %as-run %t --entry=few --compare=%s --runs=0
// RUN: %as-run %t --entry=either --compare=%s --runs=0
// RUN: %as-run %t --entry=passed --compare=%s --runs=0
// RUN: %as-run %t --entry=doubled --compare=%s --runs=0

// The scale is read outside of the loop that does not change it.
// CHECK-LABEL: llvm.func @many
// CHECK: llvm.cond_br
// CHECK: llvm.load {{.*}} vector<16xf32>
// CHECK: llvm.cond_br
// CHECK: llvm.load {{.*}} vector<16xi8>
// CHECK: llvm.sitofp
// CHECK-NEXT: llvm.fmul
// CHECK: llvm.store {{.*}} vector<16xf32>
// CHECK-NOT: llvm.sitofp
// CHECK: llvm.cond_br
// CHECK-NOT: vector<16xi8>
// CHECK: llvm.return
func.func @many(%x: memref<8x64xf32>, %w: memref<2x32x16xi8>, %s: memref<2x16xf32>, %y: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %z = memref.alloc() : memref<8x16xf32>
  scf.for %m = %c0 to %c8 step %c1 {
    %all = scf.for %g = %c0 to %c2 step %c1 iter_args(%start = %zero) -> (vector<16xf32>) {
      %scale = vector.load %s[%g, %c0] : memref<2x16xf32>, vector<16xf32>
      %first = arith.muli %g, %c32 : index
      %sum = scf.for %k = %c0 to %c32 step %c1 iter_args(%old = %start) -> (vector<16xf32>) {
        %b = vector.load %w[%g, %k, %c0] : memref<2x32x16xi8>, vector<16xi8>
        %v = arith.sitofp %b : vector<16xi8> to vector<16xf32>
        %d = arith.mulf %v, %scale : vector<16xf32>
        %column = arith.addi %first, %k : index
        %e = memref.load %x[%m, %column] : memref<8x64xf32>
        %a = vector.broadcast %e : f32 to vector<16xf32>
        %p = arith.mulf %a, %d : vector<16xf32>
        %new = arith.addf %old, %p : vector<16xf32>
        scf.yield %new : vector<16xf32>
      }
      scf.yield %sum : vector<16xf32>
    }
    vector.store %all, %z[%m, %c0] : memref<8x16xf32>, vector<16xf32>
  }
  memref.copy %z, %y : memref<8x16xf32> to memref<8x16xf32>
  memref.dealloc %z : memref<8x16xf32>
  return
}

// Loops that do not begin at 0 or go by more than 1, of two values each time,
// and a loop that the weights do not depend on.
// CHECK-LABEL: llvm.func @steps
// CHECK: llvm.uitofp
// CHECK: llvm.store {{.*}} vector<16xf32>
// CHECK: llvm.uitofp
// CHECK: llvm.store {{.*}} vector<16xf32>
// CHECK: llvm.cond_br
// CHECK-NOT: llvm.uitofp
// CHECK: llvm.return
func.func @steps(%x: memref<4x2x34xf32>, %w: memref<34x32xi8>, %y: memref<4x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %z = memref.alloc() : memref<4x32xf32>
  scf.for %m = %c0 to %c4 step %c1 {
    scf.for %n = %c0 to %c32 step %c16 {
      %sum = scf.for %p = %c0 to %c2 step %c1 iter_args(%before = %zero) -> (vector<16xf32>) {
        %part = scf.for %k = %c2 to %c32 step %c3 iter_args(%old = %before) -> (vector<16xf32>) {
          %b0 = vector.load %w[%k, %n] : memref<34x32xi8>, vector<16xi8>
          %v0 = arith.uitofp %b0 : vector<16xi8> to vector<16xf32>
          %e0 = memref.load %x[%m, %p, %k] : memref<4x2x34xf32>
          %a0 = vector.broadcast %e0 : f32 to vector<16xf32>
          %q0 = arith.mulf %a0, %v0 : vector<16xf32>
          %s0 = arith.addf %old, %q0 : vector<16xf32>
          %k1 = arith.addi %k, %c1 : index
          %b1 = vector.load %w[%k1, %n] : memref<34x32xi8>, vector<16xi8>
          %v1 = arith.uitofp %b1 : vector<16xi8> to vector<16xf32>
          %e1 = memref.load %x[%m, %p, %k1] : memref<4x2x34xf32>
          %a1 = vector.broadcast %e1 : f32 to vector<16xf32>
          %q1 = arith.mulf %a1, %v1 : vector<16xf32>
          %s1 = arith.addf %s0, %q1 : vector<16xf32>
          scf.yield %s1 : vector<16xf32>
        }
        scf.yield %part : vector<16xf32>
      }
      vector.store %sum, %z[%m, %n] : memref<4x32xf32>, vector<16xf32>
    }
  }
  memref.copy %z, %y : memref<4x32xf32> to memref<4x32xf32>
  memref.dealloc %z : memref<4x32xf32>
  return
}

// Not what the loop writes.
// CHECK-LABEL: llvm.func @written
// CHECK-NOT: llvm.sitofp
// CHECK: llvm.cond_br
// CHECK-NOT: llvm.sitofp
// CHECK: llvm.cond_br
// CHECK: llvm.sitofp
// CHECK: llvm.return
func.func @written(%x: memref<8x32xf32>, %w: memref<32x16xi8>, %y: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %z = memref.alloc() : memref<8x16xf32>
  scf.for %m = %c0 to %c8 step %c1 {
    %sum = scf.for %k = %c0 to %c32 step %c1 iter_args(%old = %zero) -> (vector<16xf32>) {
      %b = vector.load %w[%k, %c0] : memref<32x16xi8>, vector<16xi8>
      %f = arith.sitofp %b : vector<16xi8> to vector<16xf32>
      %e = memref.load %x[%m, %k] : memref<8x32xf32>
      %a = vector.broadcast %e : f32 to vector<16xf32>
      %p = arith.mulf %a, %f : vector<16xf32>
      %new = arith.addf %old, %p : vector<16xf32>
      vector.store %b, %w[%m, %c0] : memref<32x16xi8>, vector<16xi8>
      scf.yield %new : vector<16xf32>
    }
    vector.store %sum, %z[%m, %c0] : memref<8x16xf32>, vector<16xf32>
  }
  memref.copy %z, %y : memref<8x16xf32> to memref<8x16xf32>
  memref.dealloc %z : memref<8x16xf32>
  return
}

// Nor what few rows use.
// CHECK-LABEL: llvm.func @few
// CHECK-NOT: llvm.sitofp
// CHECK: llvm.cond_br
// CHECK-NOT: llvm.sitofp
// CHECK: llvm.cond_br
// CHECK: llvm.sitofp
// CHECK: llvm.return
func.func @few(%x: memref<8x32xf32>, %w: memref<32x16xi8>, %y: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %z = memref.alloc() : memref<8x16xf32>
  memref.copy %y, %z : memref<8x16xf32> to memref<8x16xf32>
  scf.for %m = %c0 to %c3 step %c1 {
    %sum = scf.for %k = %c0 to %c32 step %c1 iter_args(%old = %zero) -> (vector<16xf32>) {
      %b = vector.load %w[%k, %c0] : memref<32x16xi8>, vector<16xi8>
      %f = arith.sitofp %b : vector<16xi8> to vector<16xf32>
      %e = memref.load %x[%m, %k] : memref<8x32xf32>
      %a = vector.broadcast %e : f32 to vector<16xf32>
      %p = arith.mulf %a, %f : vector<16xf32>
      %new = arith.addf %old, %p : vector<16xf32>
      scf.yield %new : vector<16xf32>
    }
    vector.store %sum, %z[%m, %c0] : memref<8x16xf32>, vector<16xf32>
  }
  memref.copy %z, %y : memref<8x16xf32> to memref<8x16xf32>
  memref.dealloc %z : memref<8x16xf32>
  return
}

// Nor where callers may pass one array for both.
// CHECK-LABEL: llvm.func @either
// CHECK-NOT: llvm.sitofp
// CHECK: llvm.cond_br
// CHECK-NOT: llvm.sitofp
// CHECK: llvm.cond_br
// CHECK: llvm.sitofp
// CHECK: llvm.return
func.func @either(%x: memref<8x32xf32>, %w: memref<32x16xi8>, %y: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  scf.for %m = %c0 to %c8 step %c1 {
    %sum = scf.for %k = %c0 to %c32 step %c1 iter_args(%old = %zero) -> (vector<16xf32>) {
      %b = vector.load %w[%k, %c0] : memref<32x16xi8>, vector<16xi8>
      %f = arith.sitofp %b : vector<16xi8> to vector<16xf32>
      %e = memref.load %x[%m, %k] : memref<8x32xf32>
      %a = vector.broadcast %e : f32 to vector<16xf32>
      %p = arith.mulf %a, %f : vector<16xf32>
      %new = arith.addf %old, %p : vector<16xf32>
      scf.yield %new : vector<16xf32>
    }
    vector.store %sum, %y[%m, %c0] : memref<8x16xf32>, vector<16xf32>
  }
  return
}

// An argument may be the global that is read.
// CHECK-LABEL: llvm.func {{.*}}@rewritten
// CHECK-NOT: llvm.sitofp
// CHECK: llvm.cond_br
// CHECK-NOT: llvm.sitofp
// CHECK: llvm.cond_br
// CHECK: llvm.sitofp
// CHECK: llvm.return
memref.global "private" @weights : memref<64x16xi8> = uninitialized
func.func private @rewritten(%x: memref<8x64xf32>, %z: memref<8x16xf32>, %again: memref<64x16xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %ones = arith.constant dense<1> : vector<16xi8>
  %g = memref.get_global @weights : memref<64x16xi8>
  scf.for %m = %c0 to %c8 step %c1 {
    %sum = scf.for %k = %c0 to %c64 step %c1 iter_args(%old = %zero) -> (vector<16xf32>) {
      %b = vector.load %g[%k, %c0] : memref<64x16xi8>, vector<16xi8>
      %v = arith.sitofp %b : vector<16xi8> to vector<16xf32>
      %e = memref.load %x[%m, %k] : memref<8x64xf32>
      %a = vector.broadcast %e : f32 to vector<16xf32>
      %p = arith.mulf %a, %v : vector<16xf32>
      %new = arith.addf %old, %p : vector<16xf32>
      scf.yield %new : vector<16xf32>
    }
    scf.for %k = %c0 to %c64 step %c1 {
      %b = vector.load %again[%k, %c0] : memref<64x16xi8>, vector<16xi8>
      %b1 = arith.addi %b, %ones : vector<16xi8>
      vector.store %b1, %again[%k, %c0] : memref<64x16xi8>, vector<16xi8>
    }
    vector.store %sum, %z[%m, %c0] : memref<8x16xf32>, vector<16xf32>
  }
  return
}
func.func @passed(%x: memref<8x64xf32>, %w: memref<64x16xi8>, %y: memref<8x16xf32>) {
  %g = memref.get_global @weights : memref<64x16xi8>
  memref.copy %w, %g : memref<64x16xi8> to memref<64x16xi8>
  %z = memref.alloc() : memref<8x16xf32>
  call @rewritten(%x, %z, %g) : (memref<8x64xf32>, memref<8x16xf32>, memref<64x16xi8>) -> ()
  memref.copy %z, %y : memref<8x16xf32> to memref<8x16xf32>
  memref.dealloc %z : memref<8x16xf32>
  return
}

// Nor into an array of 2^64 bytes. (Not run: it would take years.)
// CHECK-LABEL: llvm.func @endless
// CHECK-NOT: llvm.sitofp
// CHECK: llvm.cond_br
// CHECK-NOT: llvm.sitofp
// CHECK: llvm.cond_br
// CHECK: llvm.sitofp
// CHECK: llvm.return
func.func @endless(%x: memref<8x32xf32>, %w: memref<32x16xi8>, %y: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c31 = arith.constant 31 : index
  %many = arith.constant 288230376151711744 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %z = memref.alloc() : memref<8x16xf32>
  scf.for %m = %c0 to %c8 step %c1 {
    %sum = scf.for %i = %c0 to %many step %c1 iter_args(%old = %zero) -> (vector<16xf32>) {
      %k = arith.andi %i, %c31 : index
      %b = vector.load %w[%k, %c0] : memref<32x16xi8>, vector<16xi8>
      %f = arith.sitofp %b : vector<16xi8> to vector<16xf32>
      %e = memref.load %x[%m, %k] : memref<8x32xf32>
      %a = vector.broadcast %e : f32 to vector<16xf32>
      %p = arith.mulf %a, %f : vector<16xf32>
      %new = arith.addf %old, %p : vector<16xf32>
      scf.yield %new : vector<16xf32>
    }
    vector.store %sum, %z[%m, %c0] : memref<8x16xf32>, vector<16xf32>
  }
  memref.copy %z, %y : memref<8x16xf32> to memref<8x16xf32>
  memref.dealloc %z : memref<8x16xf32>
  return
}

// Each value is used twice by the next one, so that the first one has thousands
// of uses in the end. They are looked at once.
// CHECK-LABEL: llvm.func @doubled
// CHECK: llvm.sitofp
// CHECK-COUNT-15: llvm.fadd
// CHECK: llvm.store {{.*}} vector<16xf32>
// CHECK: llvm.fmul
// CHECK-NEXT: llvm.fadd
// CHECK-NOT: llvm.fadd
// CHECK: llvm.return
func.func @doubled(%x: memref<8x32xf32>, %w: memref<32x16xi8>, %y: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %z = memref.alloc() : memref<8x16xf32>
  scf.for %m = %c0 to %c8 step %c1 {
    %sum = scf.for %k = %c0 to %c32 step %c1 iter_args(%old = %zero) -> (vector<16xf32>) {
      %b = vector.load %w[%k, %c0] : memref<32x16xi8>, vector<16xi8>
      %v = arith.sitofp %b : vector<16xi8> to vector<16xf32>
      %d1 = arith.addf %v, %v : vector<16xf32>
      %d2 = arith.addf %d1, %d1 : vector<16xf32>
      %d3 = arith.addf %d2, %d2 : vector<16xf32>
      %d4 = arith.addf %d3, %d3 : vector<16xf32>
      %d5 = arith.addf %d4, %d4 : vector<16xf32>
      %d6 = arith.addf %d5, %d5 : vector<16xf32>
      %d7 = arith.addf %d6, %d6 : vector<16xf32>
      %d8 = arith.addf %d7, %d7 : vector<16xf32>
      %d9 = arith.addf %d8, %d8 : vector<16xf32>
      %d10 = arith.addf %d9, %d9 : vector<16xf32>
      %d11 = arith.addf %d10, %d10 : vector<16xf32>
      %d12 = arith.addf %d11, %d11 : vector<16xf32>
      %d13 = arith.addf %d12, %d12 : vector<16xf32>
      %d14 = arith.addf %d13, %d13 : vector<16xf32>
      %d15 = arith.addf %d14, %d14 : vector<16xf32>
      %e = memref.load %x[%m, %k] : memref<8x32xf32>
      %a = vector.broadcast %e : f32 to vector<16xf32>
      %p = arith.mulf %a, %d15 : vector<16xf32>
      %new = arith.addf %old, %p : vector<16xf32>
      scf.yield %new : vector<16xf32>
    }
    vector.store %sum, %z[%m, %c0] : memref<8x16xf32>, vector<16xf32>
  }
  memref.copy %z, %y : memref<8x16xf32> to memref<8x16xf32>
  memref.dealloc %z : memref<8x16xf32>
  return
}
