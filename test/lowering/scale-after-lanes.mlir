// Vectors of quantised weights that share a scale are added up before they are
// scaled, and their sum goes into partial results of one register, unless
// arithmetic is strict.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --target=cpu:skylake-avx512 --emit=lowered %s 2>/dev/null | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --target=cpu:haswell --emit=lowered %s 2>/dev/null | FileCheck %s --check-prefixes=CHECK,NARROW
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --target=cpu:skylake-avx512 --fp=strict --emit=lowered %s 2>/dev/null | FileCheck %s --check-prefix=STRICT
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered %s -o %t 2>/dev/null
// RUN: %as-run %t --entry=rows --compare=%s --entry=rows --runs=0
// RUN: %as-run %t --entry=parts --compare=%s --entry=parts --runs=0
// RUN: %as-run %t --entry=halves --compare=%s --entry=halves --runs=0
// RUN: %as-run %t --entry=shared --compare=%s --entry=shared --runs=0
// RUN: %as-run %t --entry=results --compare=%s --entry=results --runs=0
// RUN: %as-run %t --entry=floats --compare=%s --entry=floats --runs=0

// Two rows of a matrix whose groups of 32 weights have a scale: of 64 partial
// results 32 are left with registers of 16 lanes, and 16 with those of 8.
// CHECK-LABEL: llvm.func @rows
// CHECK: llvm.sitofp
// WIDE-COUNT-2: llvm.fmul {{.*}} : vector<16xf32>
// WIDE-NOT: llvm.fmul
// NARROW-COUNT-2: llvm.fmul {{.*}} : vector<8xf32>
// NARROW-NOT: llvm.fmul
// CHECK: llvm.return
// STRICT-LABEL: llvm.func @rows
// STRICT-NOT: vector<16xf32>
// STRICT: llvm.return
func.func @rows(%x: memref<64x32xf32>, %w: memref<2x64x32xi8>, %s: memref<2x64xf32>, %y: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %pad = arith.constant 0 : i8
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<2x32xf32>
  %sum = scf.for %g = %c0 to %c64 step %c1 iter_args(%old = %zeros) -> (vector<2x32xf32>) {
    %a = vector.load %x[%g, %c0] : memref<64x32xf32>, vector<32xf32>
    %all = vector.broadcast %a : vector<32xf32> to vector<2x32xf32>
    %b = vector.transfer_read %w[%c0, %g, %c0], %pad {in_bounds = [true, true], permutation_map = affine_map<(d0, d1, d2) -> (d0, d2)>} : memref<2x64x32xi8>, vector<2x32xi8>
    %e = vector.transfer_read %s[%c0, %g], %zero {in_bounds = [true, true]} : memref<2x64xf32>, vector<2x1xf32>
    %scale = vector.broadcast %e : vector<2x1xf32> to vector<2x32xf32>
    %v = arith.sitofp %b : vector<2x32xi8> to vector<2x32xf32>
    %d = arith.mulf %v, %scale : vector<2x32xf32>
    %p = arith.mulf %all, %d : vector<2x32xf32>
    %new = arith.addf %old, %p : vector<2x32xf32>
    scf.yield %new : vector<2x32xf32>
  }
  %sum0 = vector.extract %sum[0] : vector<32xf32> from vector<2x32xf32>
  %sum1 = vector.extract %sum[1] : vector<32xf32> from vector<2x32xf32>
  %r0 = vector.reduction <add>, %sum0 : vector<32xf32> into f32
  %r1 = vector.reduction <add>, %sum1 : vector<32xf32> into f32
  memref.store %r0, %y[%c0] : memref<2xf32>
  memref.store %r1, %y[%c1] : memref<2xf32>
  return
}

// The dimensions of a group may be several, and the sum may start from
// something. The scale is spread by a shuffle.
// CHECK-LABEL: llvm.func @parts
// CHECK: llvm.uitofp
// WIDE-COUNT-3: llvm.fmul {{.*}} : vector<16xf32>
// WIDE-NOT: llvm.fmul
// NARROW-COUNT-2: llvm.fmul {{.*}} : vector<16xf32>
// NARROW: llvm.fmul {{.*}} : vector<8xf32>
// NARROW-NOT: llvm.fmul
// CHECK: llvm.return
func.func @parts(%x: memref<64x2x16xf32>, %w: memref<64x2x16xi8>, %s: memref<64xf32>, %y: memref<2x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %pad = arith.constant 0 : i8
  %zero = arith.constant 0.0 : f32
  %start = vector.transfer_read %y[%c0, %c0], %zero {in_bounds = [true, true]} : memref<2x16xf32>, vector<2x16xf32>
  %sum = scf.for %g = %c0 to %c64 step %c1 iter_args(%old = %start) -> (vector<2x16xf32>) {
    %a = vector.transfer_read %x[%g, %c0, %c0], %zero {in_bounds = [true, true]} : memref<64x2x16xf32>, vector<2x16xf32>
    %b = vector.transfer_read %w[%g, %c0, %c0], %pad {in_bounds = [true, true]} : memref<64x2x16xi8>, vector<2x16xi8>
    %e = vector.load %s[%g] : memref<64xf32>, vector<1xf32>
    %lanes = vector.shuffle %e, %e [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<1xf32>, vector<1xf32>
    %scale = vector.shape_cast %lanes : vector<32xf32> to vector<2x16xf32>
    %v = arith.uitofp %b : vector<2x16xi8> to vector<2x16xf32>
    %d = arith.mulf %scale, %v : vector<2x16xf32>
    %p = arith.mulf %d, %a : vector<2x16xf32>
    %new = arith.addf %p, %old : vector<2x16xf32>
    scf.yield %new : vector<2x16xf32>
  }
  %flat = vector.shape_cast %sum : vector<2x16xf32> to vector<32xf32>
  %r = vector.reduction <add>, %flat : vector<32xf32> into f32
  %t = vector.broadcast %r : f32 to vector<2x16xf32>
  vector.transfer_write %t, %y[%c0, %c0] {in_bounds = [true, true]} : vector<2x16xf32>, memref<2x16xf32>
  return
}

// Scales of f16 are widened, as weights are.
// CHECK-LABEL: llvm.func @halves
// CHECK: llvm.sitofp
// WIDE-COUNT-1: llvm.fmul {{.*}} : vector<16xf32>
// WIDE-NOT: llvm.fmul
// CHECK: llvm.return
func.func @halves(%x: memref<64x32xf32>, %w: memref<64x32xi8>, %s: memref<64xf16>, %y: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zeros = arith.constant dense<0.0> : vector<32xf32>
  %sum = scf.for %g = %c0 to %c64 step %c1 iter_args(%old = %zeros) -> (vector<32xf32>) {
    %a = vector.load %x[%g, %c0] : memref<64x32xf32>, vector<32xf32>
    %b = vector.load %w[%g, %c0] : memref<64x32xi8>, vector<32xi8>
    %e = memref.load %s[%g] : memref<64xf16>
    %lanes = vector.broadcast %e : f16 to vector<32xf16>
    %scale = arith.extf %lanes : vector<32xf16> to vector<32xf32>
    %v = arith.sitofp %b : vector<32xi8> to vector<32xf32>
    %d = arith.mulf %v, %scale : vector<32xf32>
    %p = arith.mulf %a, %d : vector<32xf32>
    %new = arith.addf %old, %p : vector<32xf32>
    scf.yield %new : vector<32xf32>
  }
  %r = vector.reduction <add>, %sum : vector<32xf32> into f32
  memref.store %r, %y[%c0] : memref<1xf32>
  return
}

// The lanes are results of their own, although their weights have one scale.
// CHECK-LABEL: llvm.func @results
// CHECK: llvm.sitofp
// CHECK-COUNT-2: llvm.fmul {{.*}} : vector<32xf32>
// CHECK: llvm.return
func.func @results(%x: memref<64xf32>, %w: memref<64x32xi8>, %s: memref<64xf32>, %y: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zeros = arith.constant dense<0.0> : vector<32xf32>
  %sum = scf.for %k = %c0 to %c64 step %c1 iter_args(%old = %zeros) -> (vector<32xf32>) {
    %a = memref.load %x[%k] : memref<64xf32>
    %all = vector.broadcast %a : f32 to vector<32xf32>
    %b = vector.load %w[%k, %c0] : memref<64x32xi8>, vector<32xi8>
    %e = memref.load %s[%k] : memref<64xf32>
    %scale = vector.broadcast %e : f32 to vector<32xf32>
    %v = arith.sitofp %b : vector<32xi8> to vector<32xf32>
    %d = arith.mulf %v, %scale : vector<32xf32>
    %p = arith.mulf %all, %d : vector<32xf32>
    %new = arith.addf %old, %p : vector<32xf32>
    scf.yield %new : vector<32xf32>
  }
  vector.store %sum, %y[%c0] : memref<32xf32>, vector<32xf32>
  return
}

// Numbers of bf16 are no weights.
// CHECK-LABEL: llvm.func @floats
// CHECK-COUNT-2: llvm.fmul {{.*}} : vector<32xf32>
// CHECK: llvm.return
func.func @floats(%x: memref<64x32xf32>, %w: memref<64x32xbf16>, %s: memref<64xf32>, %y: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zeros = arith.constant dense<0.0> : vector<32xf32>
  %sum = scf.for %k = %c0 to %c64 step %c1 iter_args(%old = %zeros) -> (vector<32xf32>) {
    %a = vector.load %x[%k, %c0] : memref<64x32xf32>, vector<32xf32>
    %b = vector.load %w[%k, %c0] : memref<64x32xbf16>, vector<32xbf16>
    %e = memref.load %s[%k] : memref<64xf32>
    %scale = vector.broadcast %e : f32 to vector<32xf32>
    %v = arith.extf %b : vector<32xbf16> to vector<32xf32>
    %d = arith.mulf %v, %scale : vector<32xf32>
    %p = arith.mulf %a, %d : vector<32xf32>
    %new = arith.addf %old, %p : vector<32xf32>
    scf.yield %new : vector<32xf32>
  }
  %r = vector.reduction <add>, %sum : vector<32xf32> into f32
  memref.store %r, %y[%c0] : memref<1xf32>
  return
}

// Four rows share the weights. With two vectors in a group these are scaled, and
// not the sums; with four, the sums are. One vector is left of the partial
// results of a row.
// CHECK-LABEL: llvm.func @shared
// WIDE: ^bb{{.*}}: !llvm.array<4 x vector<16xf32>>):
// WIDE-COUNT-8: llvm.fmul {{.*}} : vector<32xf32>
// WIDE-NOT: llvm.fmul
// WIDE-COUNT-8: llvm.fadd {{.*}} : vector<16xf32>
// WIDE-NOT: llvm.fadd
// NARROW: ^bb{{.*}}: !llvm.array<4 x vector<8xf32>>):
// NARROW-COUNT-4: llvm.fmul {{.*}} : vector<32xf32>
// NARROW-COUNT-4: llvm.fmul {{.*}} : vector<8xf32>
// NARROW-NOT: llvm.fmul
// CHECK: llvm.return
func.func @shared(%x: memref<64x4x32xf32>, %w: memref<64x32xi8>, %s: memref<64xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4x32xf32>
  %sum = scf.for %g = %c0 to %c64 step %c1 iter_args(%old = %zeros) -> (vector<4x32xf32>) {
    %a = vector.transfer_read %x[%g, %c0, %c0], %zero {in_bounds = [true, true]} : memref<64x4x32xf32>, vector<4x32xf32>
    %b = vector.load %w[%g, %c0] : memref<64x32xi8>, vector<32xi8>
    %all = vector.broadcast %b : vector<32xi8> to vector<4x32xi8>
    %e = memref.load %s[%g] : memref<64xf32>
    %scale = vector.broadcast %e : f32 to vector<4x32xf32>
    %v = arith.sitofp %all : vector<4x32xi8> to vector<4x32xf32>
    %d = arith.mulf %v, %scale : vector<4x32xf32>
    %p = arith.mulf %a, %d : vector<4x32xf32>
    %new = arith.addf %old, %p : vector<4x32xf32>
    scf.yield %new : vector<4x32xf32>
  }
  %sum0 = vector.extract %sum[0] : vector<32xf32> from vector<4x32xf32>
  %sum1 = vector.extract %sum[1] : vector<32xf32> from vector<4x32xf32>
  %sum2 = vector.extract %sum[2] : vector<32xf32> from vector<4x32xf32>
  %sum3 = vector.extract %sum[3] : vector<32xf32> from vector<4x32xf32>
  %r0 = vector.reduction <add>, %sum0 : vector<32xf32> into f32
  %r1 = vector.reduction <add>, %sum1 : vector<32xf32> into f32
  %r2 = vector.reduction <add>, %sum2 : vector<32xf32> into f32
  %r3 = vector.reduction <add>, %sum3 : vector<32xf32> into f32
  memref.store %r0, %y[%c0] : memref<4xf32>
  memref.store %r1, %y[%c1] : memref<4xf32>
  memref.store %r2, %y[%c2] : memref<4xf32>
  memref.store %r3, %y[%c3] : memref<4xf32>
  return
}
