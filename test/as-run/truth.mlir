// What is not equal to the bit is held against the program in f64: it says which
// side is nearer, and what is near to it is equal.
// RUN: sed 's/NARROW/bf16/g' %s > %t.bf16.mlir
// RUN: sed 's/NARROW/f16/g' %s > %t.f16.mlir
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t.bf16.mlir -o %t.fast.mlir
// RUN: %as-opt --autoschedule --trials=0 --target=cpu:x86-64-v3 --records=none --progress=none %t.bf16.mlir -o %t.v3.mlir
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t.f16.mlir -o %t.half.mlir
// RUN: %as-opt --autoschedule --trials=0 --fp=strict --records=none --progress=none %t.bf16.mlir -o %t.strict.mlir

// RUN: %as-run %t.fast.mlir --entry=root --compare=%t.bf16.mlir --runs=0 --json=%t.json | FileCheck %s --check-prefix=ROOT
// ROOT: results: equal within rounding: deviation 0.00{{[0-9]+}} (accepted: 0.05) at result 0[
// ROOT-NEXT: against f64: {{.*}}.fast.mlir deviates 0.003{{[0-9]+}}, {{.*}}.bf16.mlir 0.00{{[45][0-9]*}}; {{.*}}.fast.mlir is nearer
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// JSON: "accepted": true
// JSON: "againstF64": {"errors": [0.003{{[0-9]+}}, 0.00{{[0-9]+}}], "nearer": 0}

// A network of 1,024 columns, and products of 2,048 and 5,120 terms.
// RUN: %as-run %t.fast.mlir --entry=mlp --compare=%t.bf16.mlir --runs=0 --model-inputs | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.v3.mlir --entry=mlp --compare=%t.bf16.mlir --runs=0 --model-inputs | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.half.mlir --entry=mlp --compare=%t.f16.mlir --runs=0 --model-inputs | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.fast.mlir --entry=long --compare=%t.bf16.mlir --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.fast.mlir --entry=longer --compare=%t.bf16.mlir --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.half.mlir --entry=longer --compare=%t.f16.mlir --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: results: equal

// Of a sum that is rounded in each step, f64 says that the other is right,
// whichever is first.
// RUN: not %as-run %t.strict.mlir --entry=long --compare=%t.bf16.mlir --runs=0 | FileCheck %s --check-prefix=STRICT
// STRICT: results: DIFFER: deviation 0.{{[1-9]}}
// STRICT-NEXT: against f64: {{.*}}.strict.mlir deviates 0.{{[1-9][0-9]*}}, {{.*}}.bf16.mlir 0.00{{[0-9]+}}; {{.*}}.bf16.mlir is nearer
// RUN: not %as-run %t.bf16.mlir --entry=long --compare=%t.strict.mlir --runs=0 | FileCheck %s --check-prefix=FIRST
// FIRST: results: DIFFER
// FIRST-NEXT: against f64: {{.*}}.bf16.mlir deviates 0.00{{[0-9]+}}, {{.*}}.strict.mlir 0.{{[1-9][0-9]*}}; {{.*}}.bf16.mlir is nearer

// The whole program has to be there, and to be one on numbers.
// RUN: not %as-run %t.fast.mlir --entry=long --compare=%t.strict.mlir --runs=0 | FileCheck %s --check-prefix=LOWERED
// LOWERED: results: DIFFER
// LOWERED-NEXT: against f64: not known, since {{.*}}.fast.mlir: is scheduled, or lowered already
// RUN: sed 's/arith.addf %%a, %%v/arith.subf %%a, %%v/' %t.f16.mlir > %t.other.mlir
// RUN: not %as-run %t.f16.mlir --entry=bits --compare=%t.other.mlir --runs=0 | FileCheck %s --check-prefix=BITS
// BITS: results: DIFFER
// BITS-NEXT: against f64: not known, since {{.*}}:{{[0-9]+}}:{{[0-9]+}}: error: 'arith.bitcast' sees the bits of a float

#id = affine_map<(i, j) -> (i, j)>
#b = affine_map<(i, j) -> (j)>

func.func @root(%x: tensor<64x256xNARROW>) -> tensor<64x256xf64> {
  %e = tensor.empty() : tensor<64x256xf64>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x256xNARROW>) outs(%e : tensor<64x256xf64>) {
  ^bb0(%a: NARROW, %o: f64):
    %r = math.rsqrt %a : NARROW
    %w = arith.extf %r : NARROW to f64
    linalg.yield %w : f64
  } -> tensor<64x256xf64>
  return %0 : tensor<64x256xf64>
}

func.func @long(%x: tensor<16x2048xNARROW>, %y: tensor<2048x32xNARROW>) -> tensor<16x32xNARROW> {
  %z = arith.constant 0.0 : NARROW
  %e = tensor.empty() : tensor<16x32xNARROW>
  %f = linalg.fill ins(%z : NARROW) outs(%e : tensor<16x32xNARROW>) -> tensor<16x32xNARROW>
  %0 = linalg.matmul ins(%x, %y : tensor<16x2048xNARROW>, tensor<2048x32xNARROW>)
      outs(%f : tensor<16x32xNARROW>) -> tensor<16x32xNARROW>
  return %0 : tensor<16x32xNARROW>
}

func.func @longer(%x: tensor<16x5120xNARROW>, %y: tensor<5120x32xNARROW>) -> tensor<16x32xNARROW> {
  %z = arith.constant 0.0 : NARROW
  %e = tensor.empty() : tensor<16x32xNARROW>
  %f = linalg.fill ins(%z : NARROW) outs(%e : tensor<16x32xNARROW>) -> tensor<16x32xNARROW>
  %0 = linalg.matmul ins(%x, %y : tensor<16x5120xNARROW>, tensor<5120x32xNARROW>)
      outs(%f : tensor<16x32xNARROW>) -> tensor<16x32xNARROW>
  return %0 : tensor<16x32xNARROW>
}

func.func @bits(%x: tensor<16x32xNARROW>) -> tensor<16x32xNARROW> {
  %e = tensor.empty() : tensor<16x32xNARROW>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<16x32xNARROW>) outs(%e : tensor<16x32xNARROW>) {
  ^bb0(%a: NARROW, %o: NARROW):
    %m = arith.constant 0x7fff : i16
    %t = arith.bitcast %a : NARROW to i16
    %u = arith.andi %t, %m : i16
    %v = arith.bitcast %u : i16 to NARROW
    %n = arith.addf %a, %v : NARROW
    linalg.yield %n : NARROW
  } -> tensor<16x32xNARROW>
  return %0 : tensor<16x32xNARROW>
}

func.func @mlp(%x: tensor<32x1024xNARROW>, %w0: tensor<1024x1024xNARROW>, %b0: tensor<1024xNARROW>, %w1: tensor<1024x1024xNARROW>, %b1: tensor<1024xNARROW>, %w2: tensor<1024x1024xNARROW>, %b2: tensor<1024xNARROW>) -> tensor<32x1024xNARROW> {
 %z = arith.constant 0.0 : NARROW
 %e = tensor.empty() : tensor<32x1024xNARROW>
 %f = linalg.fill ins(%z : NARROW) outs(%e : tensor<32x1024xNARROW>) -> tensor<32x1024xNARROW>
 %m0 = linalg.matmul ins(%x, %w0 : tensor<32x1024xNARROW>, tensor<1024x1024xNARROW>) outs(%f : tensor<32x1024xNARROW>) -> tensor<32x1024xNARROW>
 %r0 = linalg.generic {indexing_maps = [#id, #b, #id], iterator_types = ["parallel", "parallel"]} ins(%m0, %b0 : tensor<32x1024xNARROW>, tensor<1024xNARROW>) outs(%e : tensor<32x1024xNARROW>) {
 ^bb0(%a: NARROW, %c: NARROW, %o: NARROW):
  %s = arith.addf %a, %c : NARROW
  %t = arith.maximumf %s, %z : NARROW
  linalg.yield %t : NARROW
 } -> tensor<32x1024xNARROW>
 %m1 = linalg.matmul ins(%r0, %w1 : tensor<32x1024xNARROW>, tensor<1024x1024xNARROW>) outs(%f : tensor<32x1024xNARROW>) -> tensor<32x1024xNARROW>
 %r1 = linalg.generic {indexing_maps = [#id, #b, #id], iterator_types = ["parallel", "parallel"]} ins(%m1, %b1 : tensor<32x1024xNARROW>, tensor<1024xNARROW>) outs(%e : tensor<32x1024xNARROW>) {
 ^bb0(%a: NARROW, %c: NARROW, %o: NARROW):
  %s = arith.addf %a, %c : NARROW
  %t = arith.maximumf %s, %z : NARROW
  linalg.yield %t : NARROW
 } -> tensor<32x1024xNARROW>
 %m2 = linalg.matmul ins(%r1, %w2 : tensor<32x1024xNARROW>, tensor<1024x1024xNARROW>) outs(%f : tensor<32x1024xNARROW>) -> tensor<32x1024xNARROW>
 %r2 = linalg.generic {indexing_maps = [#id, #b, #id], iterator_types = ["parallel", "parallel"]} ins(%m2, %b2 : tensor<32x1024xNARROW>, tensor<1024xNARROW>) outs(%e : tensor<32x1024xNARROW>) {
 ^bb0(%a: NARROW, %c: NARROW, %o: NARROW):
  %s = arith.addf %a, %c : NARROW
  %t = arith.maximumf %s, %z : NARROW
  linalg.yield %t : NARROW
 } -> tensor<32x1024xNARROW>
 return %r2 : tensor<32x1024xNARROW>
}
