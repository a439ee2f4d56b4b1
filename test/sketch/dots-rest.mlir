// Nothing divides 13 rows and 101 columns: tiles of several leave rows, columns
// and a corner over, which are peeled off and have sums of their own shapes.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 4
// RUN: %as-opt --autoschedule --emit=sketches --target=cpu:skylake-avx512 --records=none %s -o %t.sketches
// RUN: FileCheck %s < %t.sketches
// RUN: %as-opt --autoschedule --strategy=random --trials=16 --threads=2 --records=none %s -o %t.mlir 2> %t.log
// RUN: FileCheck %s --check-prefix=TRIALS < %t.log
// RUN: %as-run %t.mlir --compare=%s --runs=0
// REQUIRES: search

// CHECK: knob<"register_0"> {{.*}}options = [1, 4, 13]
// CHECK: knob<"register_1"> {{.*}}options = [1, 4, 6, 8]
// CHECK: transform.apply_registered_pass "scf-for-loop-peeling"
// CHECK: transform.structured.tile_reduction_using_for {{.*}} tile_sizes = [0, 0, 16]

// TRIALS: trials {{[1-9][0-9]*}} of {{[0-9]+}}, errors 0

func.func @dots(%a: tensor<13x301xf32>, %b: tensor<101x301xf32>) -> tensor<13x101xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<13x101xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<13x101xf32>) -> tensor<13x101xf32>
  %c = linalg.matmul indexing_maps = [
      affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
      affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<13x301xf32>, tensor<101x301xf32>)
      outs(%zeros : tensor<13x101xf32>) -> tensor<13x101xf32>
  %r = linalg.map { arith.maximumf } ins(%c, %zeros : tensor<13x101xf32>, tensor<13x101xf32>)
      outs(%empty : tensor<13x101xf32>)
  return %r : tensor<13x101xf32>
}
