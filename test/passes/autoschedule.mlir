// as-autoschedule in the middle of a pipeline, in both hosts: the result takes
// the place of the caller's module, and the passes after it go on from there.
// REQUIRES: search
// DEFINE: %{options} = trials=4 records=none progress=none
// RUN: %as-opt --pass-pipeline='builtin.module(cse,as-autoschedule{%{options} emit=scheduled},func.func(canonicalize))' %s | FileCheck %s --check-prefix=SCHEDULED
// RUN: %mlir-opt --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(cse,as-autoschedule{%{options} emit=scheduled},func.func(canonicalize))' %s | FileCheck %s --check-prefix=SCHEDULED
// SCHEDULED: module @kept
// SCHEDULED: func.func @product({{.*}}as.task =
// SCHEDULED-NOT: linalg.matmul
// SCHEDULED: vector.
// SCHEDULED: func.func @unused(

// Tasks, then a schedule for these, in one go; here the engine sees what the
// passes before it made.
// RUN: %mlir-opt --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(inline,symbol-dce,as-extract-tasks,as-autoschedule{%{options} emit=lowered},llvm.func(canonicalize))' %s > %t.lowered.mlir
// RUN: FileCheck %s --check-prefix=LOWERED < %t.lowered.mlir
// RUN: %mlir-translate --mlir-to-llvmir %t.lowered.mlir -o /dev/null
// LOWERED: module @kept
// LOWERED-NOT: func.func
// LOWERED: llvm.func @product({{.*}}as.signature = "8x8xf32,8x8xf32->8x8xf32"
// RUN: %as-run %t.lowered.mlir --entry=product --compare=%s --entry=product --runs=0

// A file beside the module, which stays what it was.
// RUN: %mlir-opt --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(as-autoschedule{%{options} emit=shared output=%t.so},cse)' %s | FileCheck %s --check-prefix=SAME
// RUN: %as-run %t.so --entry=product --compare=%s --entry=product --runs=0
// SAME: func.func @product
// SAME: linalg.matmul

// Modules inside modules, one at a time.
// RUN: %mlir-opt --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(builtin.module(as-autoschedule{trials=0 untried=plain records=none emit=lowered}))' %s | FileCheck %s --check-prefix=SAME
// RUN: sed '1i module { ' %s > %t.outer.mlir && echo '}' >> %t.outer.mlir
// RUN: %mlir-opt --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(builtin.module(as-autoschedule{trials=0 untried=plain records=none emit=lowered}))' %t.outer.mlir | FileCheck %s --check-prefix=INNER
// INNER: module {
// INNER: module @kept
// INNER: llvm.func @product

// A failure of the engine is one of the pass, and no module comes out.
// RUN: not %mlir-opt --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(as-autoschedule{records=%s})' %s -o %t.none.mlir 2>&1 | FileCheck %s --check-prefix=STORE
// RUN: not ls %t.none.mlir
// STORE: error: '{{.*}}autoschedule.mlir' is not a store of records

module @kept {
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

  func.func @unused(%x: tensor<8xf32>, %i: index) -> f32 {
    %r = tensor.extract %x[%i] : tensor<8xf32>
    return %r : f32
  }
}
