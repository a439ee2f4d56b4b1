// RUN: %as-opt --autoschedule --target=cpu:znver1 --emit=sketches %s | FileCheck %s
// RUN: %as-opt --autoschedule --target=cpu:znver1 --trials=0 --records=none --emit=scheduled %s \
// RUN:   -o %t.mlir && %as-run %t.mlir --compare=%s --runs=0 | FileCheck %s --check-prefix=SAME

// A register tile of a sum over windows may have all channels of a pixel.
// CHECK: "register_3"> options = [{{.*}}80{{.*}}]
// SAME: results: equal
func.func @sum(%image: tensor<1x41x41x80xf32>) -> tensor<1x20x20x80xf32> {
  %zero = arith.constant 0.0 : f32
  %window = tensor.empty() : tensor<3x3xf32>
  %empty = tensor.empty() : tensor<1x20x20x80xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x20x20x80xf32>) -> tensor<1x20x20x80xf32>
  %sum = linalg.pooling_nhwc_sum {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%image, %window : tensor<1x41x41x80xf32>, tensor<3x3xf32>)
      outs(%init : tensor<1x20x20x80xf32>) -> tensor<1x20x20x80xf32>
  return %sum : tensor<1x20x20x80xf32>
}
