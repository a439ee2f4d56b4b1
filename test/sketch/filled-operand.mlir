// An operand that a fill makes is not packed: its slices are filled as well, so
// that there is nothing to copy. What is chosen builds.

// RUN: %as-opt --autoschedule --emit=schedule --trials=24 --measure=static --records=none --target=cpu:x86-64-v3 %s 2>&1 >/dev/null | FileCheck %s
// CHECK: trials {{[0-9]+}} of {{[0-9]+}}, errors 0

func.func @product(%a: tensor<7x4x7xf32>, %c: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %half = arith.constant 0.5 : f32
  %empty = tensor.empty() : tensor<7x7x6xf32>
  %halves = linalg.fill ins(%half : f32) outs(%empty : tensor<7x7x6xf32>) -> tensor<7x7x6xf32>
  %product = linalg.batch_reduce_matmul
      ins(%a, %halves : tensor<7x4x7xf32>, tensor<7x7x6xf32>)
      outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %product : tensor<4x6xf32>
}
