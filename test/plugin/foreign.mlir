// Operations of a dialect that mlir-opt has from a file, or that it does not know
// at all, go through a pass and come back.

// RUN: split-file %s %t
// RUN: %mlir-opt --irdl-file=%t/dialect.mlir --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(as-autoschedule{trials=0 records=none emit=scheduled})' %t/model.mlir | FileCheck %s --check-prefixes=CHECK,SCHEDULED
// RUN: %mlir-opt --irdl-file=%t/dialect.mlir --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(as-autoschedule{trials=0 records=none})' %t/model.mlir -o %t/lowered.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --check-prefixes=CHECK,LOWERED < %t/lowered.mlir
// RUN: %mlir-opt --allow-unregistered-dialect --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(as-extract-tasks,as-generate-sketches)' %t/model.mlir | FileCheck %s --check-prefix=SKETCHES
// RUN: %as-opt --irdl-file=%t/dialect.mlir --autoschedule --trials=0 --records=none --progress=none %t/model.mlir 2>/dev/null | FileCheck %s --check-prefixes=CHECK,LOWERED

// What is wrong by the definition of the dialect is still wrong.
// RUN: not %mlir-opt --irdl-file=%t/dialect.mlir --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(as-autoschedule{trials=0 records=none emit=scheduled})' %t/wrong.mlir 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: wrong.mlir:2:8: error: expected 'f32' but got 'i32'

// REMARK: remark: 'norm' is not lowered: {{.*}}model.mlir:11:8: 'cmath.norm' belongs to a dialect
// SKETCHES: transform.named_sequence @sketch_
// SCHEDULED: func.func @clean({{.*}}as.scheduled
// LOWERED: llvm.func @clean(
// CHECK: "cmath.entry"() {function = @clean} : () -> ()
// CHECK: func.func @norm(%[[A:.*]]: !cmath.complex<f32>
// CHECK: "cmath.norm"(%[[A]]) : (!cmath.complex<f32>) -> f32

//--- dialect.mlir
irdl.dialect @cmath {
  irdl.type @complex {
    %0 = irdl.is f32
    irdl.parameters(elem: %0)
  }
  irdl.operation @norm {
    %0 = irdl.is f32
    %1 = irdl.parametric @cmath::@complex<%0>
    irdl.operands(in: %1)
    irdl.results(out: %0)
  }
  irdl.operation @entry {
    %0 = irdl.any
    irdl.attributes { "function" = %0 }
  }
}

//--- model.mlir
!t = tensor<32x32xf32>
func.func @clean(%a: !t, %b: !t) -> !t {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !t
  %z = linalg.fill ins(%zero : f32) outs(%e : !t) -> !t
  %r = linalg.matmul ins(%a, %b : !t, !t) outs(%z : !t) -> !t
  return %r : !t
}
"cmath.entry"() {function = @clean} : () -> ()
func.func @norm(%a: !cmath.complex<f32>, %x: tensor<4xf32>) -> (f32, tensor<4xf32>) {
  %0 = "cmath.norm"(%a) : (!cmath.complex<f32>) -> f32
  %1 = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : f32, tensor<4xf32>
}

//--- wrong.mlir
func.func @norm(%a: !cmath.complex<f32>) -> i32 {
  %0 = "cmath.norm"(%a) : (!cmath.complex<f32>) -> i32
  return %0 : i32
}
