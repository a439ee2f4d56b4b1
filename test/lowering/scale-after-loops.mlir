// Sums of quantised weights are scaled after the loop over a group, unless
// arithmetic is strict.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered %s 2>/dev/null | FileCheck %s --check-prefixes=CHECK,MOVED
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --fp=strict --emit=lowered %s 2>/dev/null | FileCheck %s --check-prefixes=CHECK,STRICT
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered %s -o %t 2>/dev/null
// RUN: %as-run %t --entry=group --compare=%s --entry=group --runs=0
// RUN: %as-run %t --entry=pairs --compare=%s --entry=pairs --runs=0
// RUN: %as-run %t --entry=rows --compare=%s --entry=rows --runs=0

// CHECK-LABEL: llvm.func @group
// CHECK: llvm.sitofp
// CHECK: llvm.fmul
// MOVED-NOT: llvm.fmul
// STRICT: llvm.fmul
// CHECK: llvm.fadd
// CHECK: llvm.br
// MOVED: llvm.fmul
// MOVED-NEXT: llvm.fadd
// STRICT-NOT: llvm.fmul
// CHECK: llvm.return
func.func @group(%x: memref<32xf32>, %w: memref<32x16xi8>, %s: memref<16xf32>, %y: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %scale = vector.load %s[%c0] : memref<16xf32>, vector<16xf32>
  %start = vector.load %y[%c0] : memref<16xf32>, vector<16xf32>
  %sum = scf.for %k = %c0 to %c32 step %c1 iter_args(%old = %start) -> (vector<16xf32>) {
    %b = vector.load %w[%k, %c0] : memref<32x16xi8>, vector<16xi8>
    %v = arith.sitofp %b : vector<16xi8> to vector<16xf32>
    %d = arith.mulf %v, %scale : vector<16xf32>
    %e = memref.load %x[%k] : memref<32xf32>
    %a = vector.broadcast %e : f32 to vector<16xf32>
    %p = arith.mulf %a, %d : vector<16xf32>
    %new = arith.addf %old, %p : vector<16xf32>
    scf.yield %new : vector<16xf32>
  }
  vector.store %sum, %y[%c0] : memref<16xf32>, vector<16xf32>
  return
}

// The loop inside would not be worth it, but the one around it is; a scale that
// is loaded in a loop stays there.
// CHECK-LABEL: llvm.func @pairs
// CHECK: llvm.sitofp
// CHECK: llvm.fmul
// MOVED-NOT: llvm.fmul
// STRICT: llvm.fmul
// CHECK: llvm.fadd
// CHECK: llvm.br
// CHECK: llvm.br
// MOVED: llvm.fmul
// STRICT-NOT: llvm.fmul
// CHECK: llvm.return
func.func @pairs(%x: memref<4x16x2xf32>, %w: memref<4x16x2x16xi8>, %s: memref<4x16xf32>, %y: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  %sum = scf.for %g = %c0 to %c4 step %c1 iter_args(%x0 = %zeros) -> (vector<16xf32>) {
    %scale = vector.load %s[%g, %c0] : memref<4x16xf32>, vector<16xf32>
    %x3 = scf.for %k = %c0 to %c16 step %c1 iter_args(%x1 = %x0) -> (vector<16xf32>) {
      %x4 = scf.for %p = %c0 to %c2 step %c1 iter_args(%old = %x1) -> (vector<16xf32>) {
        %b = vector.load %w[%g, %k, %p, %c0] : memref<4x16x2x16xi8>, vector<16xi8>
        %v = arith.sitofp %b : vector<16xi8> to vector<16xf32>
        %d = arith.mulf %scale, %v : vector<16xf32>
        %e = memref.load %x[%g, %k, %p] : memref<4x16x2xf32>
        %a = vector.broadcast %e : f32 to vector<16xf32>
        %q = arith.mulf %a, %d : vector<16xf32>
        %new = arith.addf %q, %old : vector<16xf32>
        scf.yield %new : vector<16xf32>
      }
      scf.yield %x4 : vector<16xf32>
    }
    scf.yield %x3 : vector<16xf32>
  }
  vector.store %sum, %y[%c0] : memref<16xf32>, vector<16xf32>
  return
}

// Not where the loop is short, nor of what was not widened.
// CHECK-LABEL: llvm.func @rows
// CHECK-COUNT-2: llvm.fmul
// CHECK: llvm.br
// CHECK-NOT: llvm.fmul
// CHECK: llvm.cond_br
// CHECK-COUNT-2: llvm.fmul
// CHECK: llvm.br
// CHECK-NOT: llvm.fmul
// CHECK: llvm.return
func.func @rows(%x: memref<32xf32>, %w: memref<32x16xi8>, %f: memref<32x16xf32>, %s: memref<16xf32>, %y: memref<2x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  %scale = vector.load %s[%c0] : memref<16xf32>, vector<16xf32>
  %start = vector.load %y[%c0, %c0] : memref<2x16xf32>, vector<16xf32>
  %sum = scf.for %k = %c0 to %c3 step %c1 iter_args(%old = %start) -> (vector<16xf32>) {
    %b = vector.load %w[%k, %c0] : memref<32x16xi8>, vector<16xi8>
    %v = arith.sitofp %b : vector<16xi8> to vector<16xf32>
    %d = arith.mulf %v, %scale : vector<16xf32>
    %e = memref.load %x[%k] : memref<32xf32>
    %a = vector.broadcast %e : f32 to vector<16xf32>
    %p = arith.mulf %a, %d : vector<16xf32>
    %new = arith.addf %old, %p : vector<16xf32>
    scf.yield %new : vector<16xf32>
  }
  vector.store %sum, %y[%c0, %c0] : memref<2x16xf32>, vector<16xf32>
  %start1 = vector.load %y[%c1, %c0] : memref<2x16xf32>, vector<16xf32>
  %sum1 = scf.for %k = %c0 to %c32 step %c1 iter_args(%old = %start1) -> (vector<16xf32>) {
    %v = vector.load %f[%k, %c0] : memref<32x16xf32>, vector<16xf32>
    %d = arith.mulf %v, %scale : vector<16xf32>
    %e = memref.load %x[%k] : memref<32xf32>
    %a = vector.broadcast %e : f32 to vector<16xf32>
    %p = arith.mulf %a, %d : vector<16xf32>
    %new = arith.addf %old, %p : vector<16xf32>
    scf.yield %new : vector<16xf32>
  }
  vector.store %sum1, %y[%c1, %c0] : memref<2x16xf32>, vector<16xf32>
  return
}
