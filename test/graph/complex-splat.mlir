// A constant of complex numbers, all of them the same, stays a tensor: arith has
// no scalar for it.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks %s \
// RUN:   2> /dev/null | FileCheck %s

// CHECK: arith.constant dense<(1.000000e+00,2.000000e+00)> : tensor<8xcomplex<f32>>

#id = affine_map<(i) -> (i)>
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %c = arith.constant dense<(1.0, 2.0)> : tensor<8xcomplex<f32>>
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %c : tensor<8xf32>, tensor<8xcomplex<f32>>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %b: complex<f32>, %out: f32):
    %0 = complex.re %b : complex<f32>
    %1 = arith.addf %0, %a : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}
