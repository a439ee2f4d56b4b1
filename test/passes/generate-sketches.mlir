// as-generate-sketches, in both hosts: a module of scripts with open knobs,
// which stock mlir-opt parses and verifies.

// RUN: %as-opt --as-generate-sketches %s > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %mlir-opt %t.mlir | diff %t.mlir -
// RUN: %mlir-opt --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(as-generate-sketches)' %s | diff %t.mlir -
// RUN: %as-opt --autoschedule --emit=sketches %s | diff %t.mlir -

// The program is gone. Of each task there are several sketches; the last one is
// the plain one, which has no knobs and always works.
// CHECK: module attributes {transform.with_named_sequence}
// CHECK-NOT: func.func @
// CHECK: transform.named_sequence @sketch_[[PRODUCT:[0-9a-f]+]]_0(
// CHECK: transform.tune.knob<"[[KNOB:.*]]"> options = [1, {{.*}}8] -> !transform.param<i64>
// CHECK: transform.tune.alternatives<"{{.*}}">
// CHECK: transform.structured.vectorize
// CHECK: transform.named_sequence @sketch_[[PRODUCT]]_[[PLAIN:[1-9]]](
// CHECK: transform.named_sequence @sketch_[[POWERS:[0-9a-f]+]]_0(
// CHECK-NOT: func.func @

// With threads there are sketches with parallel loops.
// RUN: %as-opt --as-generate-sketches=threads=2 %s | FileCheck %s --check-prefix=PARALLEL
// PARALLEL: transform.tune.knob<"parallel_0">
// PARALLEL: use_forall

// Vectors are as wide as the target's.
// RUN: %as-opt --as-generate-sketches=target=cpu:x86-64 %s | FileCheck %s --check-prefix=NARROW
// NARROW: transform.named_sequence

// A user's own are listed, too.
// RUN: %as-opt --as-generate-sketches=sketches=%S/Inputs/mine.mlir %s | FileCheck %s --check-prefix=MINE
// RUN: %mlir-opt --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(as-generate-sketches{sketches=%S/Inputs/mine.mlir})' %s | FileCheck %s --check-prefix=MINE
// MINE: transform.named_sequence @sketch_
// MINE: transform.named_sequence @mine(
// MINE: transform.tune.knob<"rows"> options = [2, 4]

func.func @product(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>)
    -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x8xf32>)
      -> tensor<8x8xf32>
  %r = linalg.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>)
      outs(%zeros : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

func.func @powers(%x: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %empty = tensor.empty() : tensor<4x32xf32>
  %r = linalg.exp ins(%x : tensor<4x32xf32>)
      outs(%empty : tensor<4x32xf32>) -> tensor<4x32xf32>
  return %r : tensor<4x32xf32>
}
