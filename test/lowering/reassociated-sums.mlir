// What a loop sums up LLVM may take apart, as a schedule may: a sum in each lane
// of a vector, unless arithmetic is strict. Nothing else of it is reordered.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered %s 2>/dev/null | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --fp=strict --emit=lowered %s 2>/dev/null | FileCheck %s --check-prefix=STRICT
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered %s -o %t 2>/dev/null
// RUN: %as-run %t --entry=all --compare=%s --entry=all --runs=0

// STRICT-NOT: reassoc

// CHECK-LABEL: llvm.func @element
// CHECK: llvm.fmul {{.*}} {fastmathFlags = #llvm.fastmath<contract>}
// CHECK: llvm.fsub {{.*}} {fastmathFlags = #llvm.fastmath<contract, reassoc>}
// CHECK: llvm.fadd {{.*}} {fastmathFlags = #llvm.fastmath<contract, reassoc>}
func.func @element(%x: memref<64xf32> {llvm.noalias}, %sum: memref<f32> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    %old = affine.load %sum[] : memref<f32>
    %v = affine.load %x[%i] : memref<64xf32>
    %w = arith.mulf %v, %v : f32
    %less = arith.subf %old, %w : f32
    %new = arith.addf %v, %less : f32
    affine.store %new, %sum[] : memref<f32>
  }
  return
}

// Its elements are taken in an order that is not affine, so that it stays a loop.
// CHECK-LABEL: llvm.func @carried
// CHECK: llvm.fmul {{.*}} {fastmathFlags = #llvm.fastmath<contract, reassoc>}
func.func @carried(%x: memref<64xf32> {llvm.noalias}, %out: memref<f32> {llvm.noalias}) {
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %product = scf.for %i = %c0 to %c64 step %c1 iter_args(%old = %one) -> (f32) {
    %other = arith.xori %i, %c1 : index
    %v = memref.load %x[%other] : memref<64xf32>
    %new = arith.mulf %old, %v : f32
    scf.yield %new : f32
  }
  memref.store %product, %out[] : memref<f32>
  return
}

// An element that is another one in each iteration; what the sum is taken from;
// a sum and a product in turn; a sum that is needed on its way.
// CHECK-LABEL: llvm.func @others
// CHECK-NOT: reassoc
// CHECK: llvm.return
func.func @others(%x: memref<64xf32> {llvm.noalias}, %y: memref<64xf32> {llvm.noalias}, %sum: memref<4xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  affine.for %i = 1 to 64 {
    %a = affine.load %y[%i - 1] : memref<64xf32>
    %v = affine.load %x[%i] : memref<64xf32>
    %b = arith.addf %a, %v : f32
    affine.store %b, %y[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %v = affine.load %x[%i] : memref<64xf32>
    %a = affine.load %sum[0] : memref<4xf32>
    %b = arith.subf %v, %a : f32
    affine.store %b, %sum[0] : memref<4xf32>
    %c = affine.load %sum[1] : memref<4xf32>
    %d = arith.mulf %c, %v : f32
    %e = arith.addf %d, %v : f32
    affine.store %e, %sum[1] : memref<4xf32>
    %f = affine.load %sum[2] : memref<4xf32>
    %g = arith.addf %f, %v : f32
    affine.store %g, %sum[2] : memref<4xf32>
    affine.store %g, %x[%i] : memref<64xf32>
  }
  return
}

func.func @all(%x: memref<64xf32> {llvm.noalias}, %y: memref<64xf32> {llvm.noalias}, %sum: memref<4xf32> {llvm.noalias}, %s: memref<f32> {llvm.noalias}, %p: memref<f32> {llvm.noalias}) {
  call @element(%x, %s) : (memref<64xf32>, memref<f32>) -> ()
  call @carried(%x, %p) : (memref<64xf32>, memref<f32>) -> ()
  call @others(%x, %y, %sum) : (memref<64xf32>, memref<64xf32>, memref<4xf32>) -> ()
  return
}
