// Without --autoschedule as-opt is mlir-opt, byte for byte.

// RUN: %as-opt %s > %t.ours
// RUN: %mlir-opt %s | diff - %t.ours
// RUN: %as-opt --canonicalize --mlir-print-ir-after-all < %s > %t.ours 2>&1
// RUN: %mlir-opt --canonicalize --mlir-print-ir-after-all < %s 2>&1 | diff - %t.ours
// RUN: %as-opt --pass-pipeline='builtin.module(func.func(cse))' --emit-bytecode %s -o %t.bc
// RUN: %mlir-opt %t.bc | FileCheck %s
// RUN: %as-opt --transform-interpreter %s | FileCheck %s

// CHECK: func.func @f
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["arith.addf"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
