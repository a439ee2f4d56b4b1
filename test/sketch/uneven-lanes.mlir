// No divisor of 61 keeps two threads busy, nor one of 255. But the lanes can be
// shared all the same: the second thread has 127 of them, and what it packs for
// these is filled up.

// RUN: %as-opt --autoschedule --threads=2 --emit=sketches %s -o %t.sketches
// RUN: FileCheck %s --check-prefix=SKETCHES < %t.sketches
// RUN: %as-opt --autoschedule --threads=2 --strategy=random --trials=24 --records=none %s -o %t.mlir 2> %t.log
// RUN: FileCheck %s --check-prefix=TRIALS < %t.log
// REQUIRES: search
// Tiles of threads are not split into whole ones and a rest.
// SKETCHES: transform.tune.knob<"parallel_1"> options = {{.*}}128]
// SKETCHES-NOT: scf-for-loop-peeling
// SKETCHES: use_forall
// SKETCHES: nofold_flags = [0, 1, 0]
// SKETCHES: transform.apply_registered_pass "scf-for-loop-peeling"
// Of what fills, only whole tiles have a static size.
// SKETCHES: %[[FILLS:.*]] = transform.structured.match attributes {as.op0}
// SKETCHES: %[[TILES:.*]]:{{.*}} = transform.split_handle %[[FILLS]]
// SKETCHES-NEXT: transform.structured.vectorize %[[TILES]]#0
// SKETCHES: apply_patterns.linalg.pad_vectorization

// Whatever the sizes, it computes the same.
// TRIALS: trials {{[1-9][0-9]*}} of {{[0-9]+}}, errors 0

func.func @lanes(%x: tensor<61x64xf32>, %w: tensor<64x255xf32>)
    -> tensor<61x255xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<61x255xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<61x255xf32>)
      -> tensor<61x255xf32>
  %products = linalg.matmul
      ins(%x, %w : tensor<61x64xf32>, tensor<64x255xf32>)
      outs(%zeros : tensor<61x255xf32>) -> tensor<61x255xf32>
  return %products : tensor<61x255xf32>
}
