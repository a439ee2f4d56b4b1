// A transpose of extents that no vector divides: tiles are squares all the same,
// and what they leave over on either side is peeled off.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 4
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t.parallel 2 2
// RUN: FileCheck %s < %t/sketches
// REQUIRES: search

// CHECK: "register_0"
// CHECK: "register_1"
// CHECK: scf-for-loop-peeling

func.func @transpose(%x: tensor<131x298xf32>) -> tensor<298x131xf32> {
  %empty = tensor.empty() : tensor<298x131xf32>
  %r = linalg.transpose ins(%x : tensor<131x298xf32>)
      outs(%empty : tensor<298x131xf32>) permutation = [1, 0]
  return %r : tensor<298x131xf32>
}
