// Where nothing that was tried is as fast as no schedule, that gets a trial
// beyond the budget, and wins.

// RUN: %as-opt --autoschedule --trials=1 --records=none --progress=none --sketches=%S/Inputs/across.mlir --report=%t.json --emit=scheduled %s 2> %t.err | FileCheck %s --check-prefix=IR
// RUN: FileCheck %s < %t.json
// RUN: FileCheck %s --check-prefix=TABLE --allow-empty < %t.err
// REQUIRES: search
// IR-LABEL: func.func @sum
// IR: linalg.add

// CHECK: "numTrials":2
// CHECK: "sketch":"plain"
// TABLE-NOT: error

func.func @sum(%a: tensor<2048x2048xf32>, %b: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> {
  %e = tensor.empty() : tensor<2048x2048xf32>
  %0 = linalg.add ins(%a, %b : tensor<2048x2048xf32>, tensor<2048x2048xf32>) outs(%e : tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  return %0 : tensor<2048x2048xf32>
}
