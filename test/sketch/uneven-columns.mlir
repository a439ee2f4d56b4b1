// No divisor of 329 keeps two threads busy, and there are too few rows to share:
// each thread gets 160 columns or twice 80, whole vectors of 16, and 9 come after.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 2 12
// RUN: %as-opt --autoschedule --emit=sketches --target=cpu:skylake-avx512 --threads=2 \
// RUN:   --records=none %s | FileCheck %s
// REQUIRES: search
// CHECK: transform.tune.alternatives<"parallel_1">
// CHECK-NEXT: constant 80 : i64
// CHECK: constant 160 : i64
// CHECK: constant 329 : i64
// CHECK: transform.apply_registered_pass "scf-for-loop-peeling"
// CHECK: use_forall

func.func @columns(%x: tensor<3x120xf32>, %w: tensor<120x329xf32>)
    -> tensor<3x329xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3x329xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x329xf32>)
      -> tensor<3x329xf32>
  %products = linalg.matmul
      ins(%x, %w : tensor<3x120xf32>, tensor<120x329xf32>)
      outs(%zeros : tensor<3x329xf32>) -> tensor<3x329xf32>
  return %products : tensor<3x329xf32>
}
