// Poolings in NCHW with a stride, whose windows move along the lanes: register
// tiles are one row of pixels.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 4
// RUN: FileCheck %s < %t/sketches
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t.parallel 2 2
// REQUIRES: search

// CHECK-NOT: "register_1"
// CHECK: "register_3"
// CHECK-NOT: "register_1"

#image = affine_map<(n, c, h, w) -> (n, c, h, w)>
func.func @pool(%x: tensor<1x36x67x67xf32>) -> tensor<1x36x33x33xf32> {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 9.0 : f32
  %window = tensor.empty() : tensor<3x3xf32>
  %empty = tensor.empty() : tensor<1x36x33x33xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x36x33x33xf32>) -> tensor<1x36x33x33xf32>
  %sum = linalg.pooling_nchw_sum {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%x, %window : tensor<1x36x67x67xf32>, tensor<3x3xf32>)
      outs(%zeros : tensor<1x36x33x33xf32>) -> tensor<1x36x33x33xf32>
  %mean = linalg.generic {indexing_maps = [#image, #image],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sum : tensor<1x36x33x33xf32>) outs(%empty : tensor<1x36x33x33xf32>) {
  ^bb0(%s: f32, %out: f32):
    %m = arith.divf %s, %count : f32
    linalg.yield %m : f32
  } -> tensor<1x36x33x33xf32>
  return %mean : tensor<1x36x33x33xf32>
}
