// Sums, differences, logarithms and products by a constant of complex numbers.
// Upstream folds such operations as if numbers were not rounded: (a - b) + b
// becomes a, and log(exp(a)) becomes a, also where the angle is beyond pi.

// RUN: split-file %s %t

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks %t/f.mlir \
// RUN:   2> /dev/null | FileCheck %s
// CHECK-LABEL: func.func @sums
// CHECK-COUNT-2: arith.subf {{.*}} fastmath<nnan> : f32
// CHECK: complex.create
// CHECK-COUNT-2: arith.addf {{[^<]*}} : f32
// CHECK-NOT: complex.{{add|sub}}
// CHECK-LABEL: func.func @products
// CHECK: complex.mul
// CHECK: complex.div
// CHECK-LABEL: func.func @logarithms
// CHECK: complex.exp
// CHECK: math.log
// CHECK: math.atan2
// CHECK-LABEL: func.func @matmul
// CHECK: linalg.matmul

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --fp=strict %t/f.mlir \
// RUN:   -o %t/lowered.mlir 2> /dev/null
// RUN: %as-run %t/lowered.mlir --compare=%t/reference.mlir --stock --fp=strict --tolerance=0 --runs=0 --entry=sums
// RUN: %as-run %t/lowered.mlir --compare=%t/reference.mlir --stock --fp=strict --tolerance=1e-5 --runs=0 --entry=logarithms
// REQUIRES: search

//--- f.mlir
#id = affine_map<(i) -> (i)>
func.func @sums(%x: tensor<64xf32>, %y: tensor<64xf32>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = complex.create %a, %b : complex<f32>
    %1 = complex.create %b, %b : complex<f32>
    %2 = complex.sub %0, %1 fastmath<nnan> : complex<f32>
    %3 = complex.add %2, %1 : complex<f32>
    %4 = complex.re %3 : complex<f32>
    linalg.yield %4 : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

func.func @products(%x: tensor<64xcomplex<f32>>) -> tensor<64xcomplex<f32>> {
  %e = tensor.empty() : tensor<64xcomplex<f32>>
  %one = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<64xcomplex<f32>>) outs(%e : tensor<64xcomplex<f32>>) {
  ^bb0(%a: complex<f32>, %out: complex<f32>):
    %0 = complex.mul %a, %one : complex<f32>
    %1 = complex.div %0, %one : complex<f32>
    linalg.yield %1 : complex<f32>
  } -> tensor<64xcomplex<f32>>
  return %r : tensor<64xcomplex<f32>>
}

// The angle is ten times the input: 10 becomes 10 - 4 pi.
func.func @logarithms(%x: tensor<64xf32>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %ten = arith.constant 10.0 : f32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.mulf %a, %ten : f32
    %1 = complex.create %a, %0 : complex<f32>
    %2 = complex.exp %1 : complex<f32>
    %3 = complex.log %2 : complex<f32>
    %4 = complex.im %3 : complex<f32>
    linalg.yield %4 : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// The body of a named operation stays what the name says.
func.func @matmul(%a: tensor<4x8xcomplex<f32>>, %b: tensor<8x4xcomplex<f32>>, %c: tensor<4x4xcomplex<f32>>)
    -> tensor<4x4xcomplex<f32>> {
  %r = linalg.matmul ins(%a, %b : tensor<4x8xcomplex<f32>>, tensor<8x4xcomplex<f32>>)
      outs(%c : tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
  return %r : tensor<4x4xcomplex<f32>>
}

//--- reference.mlir
#id = affine_map<(i) -> (i)>
func.func @sums(%x: tensor<64xf32>, %y: tensor<64xf32>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    %1 = arith.addf %0, %b : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}
func.func @logarithms(%x: tensor<64xf32>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %ten = arith.constant 10.0 : f32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.mulf %a, %ten : f32
    %1 = math.sin %0 : f32
    %2 = math.cos %0 : f32
    %3 = math.atan2 %1, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}
