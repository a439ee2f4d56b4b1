// Heads between the lanes and what is summed up: the operand is turned as it is
// packed, by an exchange of the two dimensions around the heads.

// RUN: %as-opt --autoschedule --trials=20 --threads=1 --records=%t.db %s -o %t.mlir 2>&1 | FileCheck %s
// RUN: %as-run %t.mlir --compare=%s --threads=1 --runs=0
// RUN: %as-opt --autoschedule --emit=sketches --records=none --progress=none %s -o - | FileCheck %s --check-prefix=TURNED
// REQUIRES: search
// TURNED: hoist_pad {{.*}} transpose by [2, 1, 0]
// CHECK: trials {{[1-9][0-9]*}} of {{[0-9]+}}, errors 0

#qb = affine_map<(b, i, j, k) -> (i, b, k)>
#kb = affine_map<(b, i, j, k) -> (j, b, k)>
#s = affine_map<(b, i, j, k) -> (b, i, j)>
func.func @qk(%q: tensor<32x2x64xf32>, %k: tensor<32x2x64xf32>) -> tensor<2x32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x32x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x32x32xf32>) -> tensor<2x32x32xf32>
  %s0 = linalg.generic {indexing_maps = [#qb, #kb, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<32x2x64xf32>, tensor<32x2x64xf32>)
      outs(%z : tensor<2x32x32xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %out, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x32x32xf32>
  return %s0 : tensor<2x32x32xf32>
}
