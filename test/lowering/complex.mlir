// Complex numbers stay unscheduled, with a remark; the module is lowered and
// computes the same as one with two real numbers for each.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/complex.mlir -o %t/lowered.mlir 2>&1 | FileCheck %s
// RUN: %as-run %t/lowered.mlir --compare=%t/complex.mlir --runs=0
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=shared --header=%t/f.h %t/complex.mlir -o %t/f.so 2>/dev/null
// RUN: %as-run %t/f.so --compare=%t/complex.mlir --runs=0
// RUN: FileCheck %s --check-prefix=HEADER < %t/f.h
// REQUIRES: search

// CHECK: complex.mlir:6:8: remark: linalg.matmul is not scheduled: it has an element type that is not supported
// HEADER: enum { f_result0_count = 384 };
// HEADER: as_call_f(const float *argument0, const float *argument1, float *result0, float *result1)

// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/functions.mlir -o %t/lowered.mlir 2>/dev/null
// RUN: %as-run %t/lowered.mlir --compare=%t/real.mlir --runs=0

//--- complex.mlir
func.func @f(%a: tensor<24x40xcomplex<f32>>, %b: tensor<40x8xcomplex<f32>>)
    -> (tensor<24x8xcomplex<f32>>, tensor<24x40xcomplex<f32>>) {
  %zero = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %e = tensor.empty() : tensor<24x8xcomplex<f32>>
  %z = linalg.fill ins(%zero : complex<f32>) outs(%e : tensor<24x8xcomplex<f32>>) -> tensor<24x8xcomplex<f32>>
  %r = linalg.matmul ins(%a, %b : tensor<24x40xcomplex<f32>>, tensor<40x8xcomplex<f32>>)
      outs(%z : tensor<24x8xcomplex<f32>>) -> tensor<24x8xcomplex<f32>>
  return %r, %a : tensor<24x8xcomplex<f32>>, tensor<24x40xcomplex<f32>>
}

//--- functions.mlir
#id = affine_map<(i) -> (i)>
func.func @f(%x: tensor<64xf32>, %y: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %k = arith.constant dense<(1.0, 2.0)> : tensor<64xcomplex<f32>>
  %ec = tensor.empty() : tensor<64xcomplex<f32>>
  %e = tensor.empty() : tensor<64xf32>
  %c = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y, %k : tensor<64xf32>, tensor<64xf32>, tensor<64xcomplex<f32>>)
      outs(%ec : tensor<64xcomplex<f32>>) {
  ^bb0(%re: f32, %im: f32, %two: complex<f32>, %out: complex<f32>):
    %0 = complex.create %re, %im : complex<f32>
    %1 = complex.exp %0 : complex<f32>
    %2 = complex.mul %1, %two : complex<f32>
    linalg.yield %2 : complex<f32>
  } -> tensor<64xcomplex<f32>>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%c : tensor<64xcomplex<f32>>) outs(%e, %e : tensor<64xf32>, tensor<64xf32>) {
  ^bb0(%z: complex<f32>, %o0: f32, %o1: f32):
    %0 = complex.re %z : complex<f32>
    %1 = complex.abs %z : complex<f32>
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<64xf32>, tensor<64xf32>)
  return %r#0, %r#1 : tensor<64xf32>, tensor<64xf32>
}

//--- real.mlir
#id = affine_map<(i) -> (i)>
func.func @f(%x: tensor<64xf32>, %y: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %two = arith.constant 2.0 : f32
  %root5 = arith.constant 2.2360679774997897 : f32
  %e = tensor.empty() : tensor<64xf32>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<64xf32>, tensor<64xf32>) outs(%e, %e : tensor<64xf32>, tensor<64xf32>) {
  ^bb0(%re: f32, %im: f32, %o0: f32, %o1: f32):
    %size = math.exp %re : f32
    %cos = math.cos %im : f32
    %sin = math.sin %im : f32
    %0 = arith.mulf %two, %sin : f32
    %1 = arith.subf %cos, %0 : f32
    %2 = arith.mulf %size, %1 : f32
    %3 = arith.mulf %size, %root5 : f32
    linalg.yield %2, %3 : f32, f32
  } -> (tensor<64xf32>, tensor<64xf32>)
  return %r#0, %r#1 : tensor<64xf32>, tensor<64xf32>
}
