// Maxima of 14 numbers are those of a register whose last lanes are filled with
// what is less than all, also for the check for NaNs: with zeros it would take
// vexpandpd, which on a Zen 5 waits for the maximum of the row before.

// RUN: %as-opt --autoschedule --target=cpu:skylake-avx512 --trials=0 --emit=asm --records=none --progress=none %s | FileCheck %s --implicit-check-not=vexpand
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --stock --runs=0
// REQUIRES: search

// CHECK: vcmpordps
func.func @lessMaximum(%x: tensor<120x14xf32>) -> tensor<120x14xf32> {
  %least = arith.constant 0xFF800000 : f32
  %row = tensor.empty() : tensor<120xf32>
  %init = linalg.fill ins(%least : f32) outs(%row : tensor<120xf32>) -> tensor<120xf32>
  %maxima = linalg.reduce {arith.maximumf} ins(%x : tensor<120x14xf32>)
      outs(%init : tensor<120xf32>) dimensions = [1]
  %empty = tensor.empty() : tensor<120x14xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %maxima : tensor<120x14xf32>, tensor<120xf32>) outs(%empty : tensor<120x14xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %d = arith.subf %a, %m : f32
    linalg.yield %d : f32
  } -> tensor<120x14xf32>
  return %y : tensor<120x14xf32>
}
