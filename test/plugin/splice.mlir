// A pass gives its module the engine's result, and leaves the module's name and
// what follows in the pipeline alone. There is nothing to tune here, so what
// comes out is what went in, but by way of the engine's context.

// RUN: %mlir-opt --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(as-extract-tasks,canonicalize)' %s | FileCheck %s
// RUN: %as-opt --as-extract-tasks --canonicalize %s | FileCheck %s
// RUN: %as-opt --load-pass-plugin=%as-plugin --as-extract-tasks --canonicalize %s | FileCheck %s
// RUN: %as-opt --mlir-disable-threading --as-extract-tasks --canonicalize --emit-bytecode %s | %mlir-opt | FileCheck %s

// A script that is not there is an error at the module's place.
// RUN: not %mlir-opt --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(as-apply-schedule{schedule=%t.none})' %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not %as-opt --as-apply-schedule=schedule=%t.none %s 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: splice.mlir:[[@LINE+3]]:1: error: {{.*}}.none

// CHECK: module @kept attributes {llvm.target_triple = "x86_64-unknown-linux-gnu"}
module @kept attributes {llvm.target_triple = "x86_64-unknown-linux-gnu"} {
  // CHECK-NEXT: func.func private @elsewhere(tensor<?xf32>) -> tensor<?xf32>
  func.func private @elsewhere(tensor<?xf32>) -> tensor<?xf32>
  // CHECK-NEXT: func.func @f(%[[A:.*]]: tensor<?xf32>)
  func.func @f(%a: tensor<?xf32>) -> tensor<?xf32> {
    // CHECK-NEXT: %[[R:.*]] = call @elsewhere(%[[A]])
    %0 = call @elsewhere(%a) : (tensor<?xf32>) -> tensor<?xf32>
    // CHECK-NEXT: return %[[R]]
    return %0 : tensor<?xf32>
  }
}
