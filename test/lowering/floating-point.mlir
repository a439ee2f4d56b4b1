// How arithmetic is rounded is as --fp says: the flags of operations, fused
// operations, and who computes functions.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --fp=strict --emit=lowered %s | FileCheck %s --check-prefixes=ALL,STRICT
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered %s | FileCheck %s --check-prefixes=ALL,CONTRACT
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --fp=fast --emit=lowered %s | FileCheck %s --check-prefixes=ALL,FAST
// RUN: %as-opt --autoschedule --records=none --progress=none --fp=strict --emit=sketches %s | FileCheck %s --check-prefix=IN-ORDER
// RUN: %as-opt --autoschedule --records=none --progress=none --emit=sketches %s | FileCheck %s --check-prefix=REORDERED

// Flags of the program stay. Infinity is a number even in fast arithmetic.
// ALL-LABEL: llvm.func @flags
// STRICT: llvm.fadd %{{[^{]*}} :
// STRICT: llvm.fmul %{{.*}} {fastmathFlags = #llvm.fastmath<ninf>}
// STRICT: llvm.intr.maximum(%{{.*}}) :
// CONTRACT: llvm.fadd %{{.*}} {fastmathFlags = #llvm.fastmath<contract>}
// CONTRACT: llvm.fmul %{{.*}} {fastmathFlags = #llvm.fastmath<ninf, contract>}
// CONTRACT: llvm.intr.maximum(%{{.*}}) {fastmathFlags = #llvm.fastmath<contract>}
// FAST: llvm.fadd %{{.*}} {fastmathFlags = #llvm.fastmath<nnan, nsz, arcp, contract, afn, reassoc>}
// FAST: llvm.fmul %{{.*}} {fastmathFlags = #llvm.fastmath<fast>}
// FAST: llvm.intr.maximum(%{{.*}}) {fastmathFlags = #llvm.fastmath<nnan, nsz, arcp, contract, afn, reassoc>}
func.func @flags(%x: f32, %y: f32) -> f32 {
  %s = arith.addf %x, %y : f32
  %p = arith.mulf %s, %y fastmath<ninf> : f32
  %m = arith.maximumf %p, %s : f32
  return %m : f32
}

// ALL-LABEL: llvm.func @casts
// ALL: llvm.fptrunc
// ALL: llvm.fpext
func.func @casts(%x: f32) -> f32 {
  %h = arith.truncf %x : f32 to f16
  %y = arith.extf %h : f16 to f32
  return %y : f32
}

// Functions of narrow numbers are those of f32, rounded one by one.
// ALL-LABEL: llvm.func @rounded
// STRICT: llvm.call @erff
// STRICT-NEXT: llvm.fptrunc
// STRICT-NEXT: llvm.fpext
// STRICT-NEXT: llvm.intr.ceil
func.func @rounded(%x: f16) -> f16 {
  %e = math.erf %x : f16
  %c = math.ceil %e : f16
  return %c : f16
}

// Operations that may be fused, and the one that must be.
// ALL-LABEL: llvm.func @fused
// STRICT-NOT: fmuladd
// STRICT: llvm.fmul %{{[^{]*}} : vector<4xf32>
// STRICT-NOT: fmuladd
// STRICT: llvm.fadd %{{[^{]*}} : vector<4xf32>
// CONTRACT: llvm.intr.fmuladd
// FAST: llvm.intr.fmuladd
// ALL: llvm.intr.fma(
func.func @fused(%x: vector<4xf32>, %y: vector<4xf32>, %z: vector<4xf32>)
    -> vector<4xf32> {
  %s = vector.fma %x, %y, %z : vector<4xf32>
  %r = math.fma %s, %y, %z : vector<4xf32>
  return %r : vector<4xf32>
}

// ALL-LABEL: llvm.func @reduction
// STRICT: llvm.intr.vector.reduce.fadd"(%{{.*}}) {{.*}}#llvm.fastmath<none>
// CONTRACT: llvm.intr.vector.reduce.fadd"(%{{.*}}) {{.*}}#llvm.fastmath<contract, reassoc>
// FAST: llvm.intr.vector.reduce.fadd"(%{{.*}}) {{.*}}#llvm.fastmath<nnan, nsz, arcp, contract, afn, reassoc>
func.func @reduction(%x: vector<8xf32>) -> f32 {
  %s = vector.reduction <add>, %x : vector<8xf32> into f32
  return %s : f32
}

// Fast arithmetic must not reorder what functions are made of.
// ALL-LABEL: llvm.func @functions
// STRICT: llvm.intr.exp
// CONTRACT-NOT: llvm.intr.exp
// FAST-NOT: {{llvm.intr.exp|reassoc}}
// ALL: llvm.return
func.func @functions(%x: vector<4xf32>) -> vector<4xf32> {
  %y = math.exp %x : vector<4xf32>
  return %y : vector<4xf32>
}

// A sum of 1 and erf is a function of its own, which goes on to where 2^-127
// is zero; erf by itself begins with another polynomial up to 0.92.
// ALL-LABEL: llvm.func @sum_of_erf
// STRICT: llvm.call @erff
// CONTRACT-NOT: dense<9.200000e-01>
// CONTRACT: dense<-1.270000e+02>
// CONTRACT-NOT: dense<9.200000e-01>
// FAST-NOT: dense<9.200000e-01>
// FAST: dense<-1.270000e+02>
// FAST-NOT: dense<9.200000e-01>
// ALL: llvm.return
func.func @sum_of_erf(%x: vector<4xf32>) -> vector<4xf32> {
  %one = arith.constant dense<1.0> : vector<4xf32>
  %e = math.erf %x : vector<4xf32>
  %y = arith.addf %one, %e : vector<4xf32>
  return %y : vector<4xf32>
}

// Not where erf itself is asked for, too, nor where something else is added.
// ALL-LABEL: llvm.func @erf_and_sum
// CONTRACT-NOT: dense<-1.270000e+02>
// CONTRACT: dense<9.200000e-01>
// CONTRACT-NOT: dense<-1.270000e+02>
// ALL: llvm.return
func.func @erf_and_sum(%x: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %one = arith.constant dense<1.0> : vector<4xf32>
  %e = math.erf %x : vector<4xf32>
  %y = arith.addf %e, %one : vector<4xf32>
  return %e, %y : vector<4xf32>, vector<4xf32>
}

// ALL-LABEL: llvm.func @other_sum
// CONTRACT-NOT: dense<-1.270000e+02>
// CONTRACT: dense<9.200000e-01>
// CONTRACT-NOT: dense<-1.270000e+02>
// ALL: llvm.return
func.func @other_sum(%x: vector<4xf32>) -> vector<4xf32> {
  %two = arith.constant dense<2.0> : vector<4xf32>
  %e = math.erf %x : vector<4xf32>
  %y = arith.addf %e, %two : vector<4xf32>
  return %y : vector<4xf32>
}

// Strict sums are not taken apart.
// IN-ORDER: transform.named_sequence
// IN-ORDER-NOT: tile_reduction_using_for
// REORDERED: tile_reduction_using_for
func.func @sums(%x: tensor<48x160xf32>, %zeros: tensor<48xf32>)
    -> tensor<48xf32> {
  %s = linalg.reduce {arith.addf} ins(%x : tensor<48x160xf32>)
      outs(%zeros : tensor<48xf32>) dimensions = [1]
  return %s : tensor<48xf32>
}
