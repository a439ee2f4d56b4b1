// Maxima and sums of rows of any length: tiles of several vectors, as the lanes of
// one are combined once for each row and tile. Strict sums keep their order.

// RUN: %as-opt --autoschedule --target=cpu:skylake-avx512 --emit=schedule --trials=0 --records=none --progress=none %s | FileCheck %s
// CHECK: as.kernels = {
// CHECK-SAME: = [array<i64: {{(3[2-9]|[4-9][0-9]|[1-9][0-9][0-9]),}}

// RUN: %as-opt --autoschedule --emit=lowered --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --entry=greatest --sizes=n=0,1,15,16,17,31,64,100,300 --compare=%s --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-opt --autoschedule --emit=lowered --fp=strict --trials=0 --records=none --progress=none %s -o %t.strict.mlir
// RUN: %as-run %t.strict.mlir --entry=total --sizes=n=0,1,47,48,49,97,300 --compare=%s --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^}}results: equal{{$}}

func.func @greatest(%x: tensor<2x64x?xf32> {as.sizes = ["n"]}) -> tensor<2x64xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x64xf32>
  %o = linalg.fill ins(%least : f32) outs(%e : tensor<2x64xf32>) -> tensor<2x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (b, i)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<2x64x?xf32>) outs(%o : tensor<2x64xf32>) {
  ^bb0(%a: f32, %out: f32):
    %m = arith.maximumf %a, %out : f32
    linalg.yield %m : f32
  } -> tensor<2x64xf32>
  return %r : tensor<2x64xf32>
}

func.func @total(%x: tensor<2x64x?xf32> {as.sizes = ["n"]}) -> tensor<2x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x64xf32>
  %o = linalg.fill ins(%zero : f32) outs(%e : tensor<2x64xf32>) -> tensor<2x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (b, i)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<2x64x?xf32>) outs(%o : tensor<2x64xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.addf %a, %out : f32
    linalg.yield %s : f32
  } -> tensor<2x64xf32>
  return %r : tensor<2x64xf32>
}
