// Unless --fp=strict, exp becomes the GPU's instruction for 2^x, applied to
// numbers near 0, and divisions are approximate too.
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_80 --measure=static --records=none \
// RUN:   --trials=4 --progress=none --emit=ptx %s -o - | FileCheck %s
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_80 --measure=static --records=none --fp=strict \
// RUN:   --trials=4 --progress=none --emit=ptx %s -o - | FileCheck %s --check-prefix=STRICT

// CHECK: .entry sigmoid(
// CHECK: ex2.approx.ftz.f32
// CHECK: div.full.f32
// CHECK-NOT: div.rn.f32
// STRICT: .entry sigmoid(
// STRICT-NOT: ex2.approx
// STRICT-NOT: div.full

#all = affine_map<(i, j) -> (i, j)>
func.func @sigmoid(%x: tensor<256x512xf32>, %y: tensor<256x512xf32>) -> tensor<256x512xf32> {
  %empty = tensor.empty() : tensor<256x512xf32>
  %r = linalg.generic {
      indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<256x512xf32>, tensor<256x512xf32>) outs(%empty : tensor<256x512xf32>) {
  ^bb0(%v: f32, %w: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %e = math.exp %v : f32
    %sum = arith.addf %e, %one : f32
    %q = arith.divf %w, %sum : f32
    linalg.yield %q : f32
  } -> tensor<256x512xf32>
  return %r : tensor<256x512xf32>
}
