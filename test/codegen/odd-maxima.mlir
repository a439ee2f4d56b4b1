// The maximum of 17 numbers is that of a register and of one lane, which is
// widened before it is looked at for NaNs: lanes of masks are not moved.

// RUN: %as-opt --autoschedule --target=cpu:skylake-avx512 --trials=0 --emit=llvm --records=none --progress=none %s | FileCheck %s --implicit-check-not="{{shufflevector .* x i1>}}"
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --stock --runs=0
// REQUIRES: search

// CHECK: fcmp ord <16 x float>
func.func @lessMaximum(%x: tensor<121x17xf32>) -> tensor<121x17xf32> {
  %least = arith.constant 0xFF800000 : f32
  %row = tensor.empty() : tensor<121xf32>
  %init = linalg.fill ins(%least : f32) outs(%row : tensor<121xf32>) -> tensor<121xf32>
  %maxima = linalg.reduce {arith.maximumf} ins(%x : tensor<121x17xf32>)
      outs(%init : tensor<121xf32>) dimensions = [1]
  %empty = tensor.empty() : tensor<121x17xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %maxima : tensor<121x17xf32>, tensor<121xf32>) outs(%empty : tensor<121x17xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %d = arith.subf %a, %m : f32
    linalg.yield %d : f32
  } -> tensor<121x17xf32>
  return %y : tensor<121x17xf32>
}
