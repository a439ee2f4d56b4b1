// Convolutions with a stride add four products of bytes at a time, or two of
// bf16, as those without do: every second pixel of a column is multiplied.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --target=cpu:znver4 --emit=lowered %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=lowered %s -o %t
// RUN: %as-run %t --entry=bytes --compare=%s --entry=bytes --runs=0
// RUN: %as-run %t --entry=halves --compare=%s --entry=halves --runs=0

// CHECK: vpdpbusd
// CHECK-NOT: llvm.mul {{.*}} : vector<
// CHECK: dpbf16ps
// CHECK-NOT: llvm.intr.fmuladd

func.func @bytes(%image: tensor<1x29x29x64xi8>, %weights: tensor<3x3x64x64xi8>) -> tensor<1x14x14x64xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x14x14x64xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x14x14x64xi32>) -> tensor<1x14x14x64xi32>
  %sums = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%image, %weights : tensor<1x29x29x64xi8>, tensor<3x3x64x64xi8>)
      outs(%init : tensor<1x14x14x64xi32>) -> tensor<1x14x14x64xi32>
  return %sums : tensor<1x14x14x64xi32>
}

func.func @halves(%image: tensor<1x29x29x64xbf16>, %weights: tensor<3x3x64x64xbf16>) -> tensor<1x14x14x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x14x14x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x14x14x64xf32>) -> tensor<1x14x14x64xf32>
  %sums = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%image, %weights : tensor<1x29x29x64xbf16>, tensor<3x3x64x64xbf16>)
      outs(%init : tensor<1x14x14x64xf32>) -> tensor<1x14x14x64xf32>
  return %sums : tensor<1x14x14x64xf32>
}
