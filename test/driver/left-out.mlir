// What cannot be lowered costs a program itself and what refers to it, not the
// rest of the program.

// RUN: split-file %s %t

// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/mixed.mlir -o %t/lowered.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=LOWERED < %t/lowered.mlir
// CHECK: mixed.mlir:8:1: remark: 'custom' is not rewritten for scheduling: lowering TOSA by upstream's passes; what they cannot lower has to be lowered before: {{.*}}mixed.mlir:9:8: failed to legalize operation 'tosa.custom'
// CHECK: mixed.mlir:8:1: remark: 'custom' is not lowered: {{.*}}'tosa.custom'
// CHECK: mixed.mlir:13:1: remark: 'tiled' is not lowered: {{.*}}mixed.mlir:17:3: {{.*}} must be strided memref
// CHECK: mixed.mlir:20:1: remark: 'counts' is not lowered: {{.*}}mixed.mlir:23:
// CHECK-NOT: 'clean'
// CHECK: mixed.mlir:29:1: remark: 'reads' is not lowered: it refers to 'counter', as a function does that is not lowered
// CHECK: mixed.mlir:35:1: remark: 'calls' is not lowered: it refers to 'custom', which is not lowered
// CHECK-NOT: 'prints'

// The user's sequence stays where it was.
// LOWERED: transform.named_sequence @__transform_main
// LOWERED: llvm.func @clean(
// LOWERED: llvm.func @prints(
// LOWERED: func.func @custom(
// LOWERED: memref.global "private" @counter
// LOWERED: func.func @reads(
// LOWERED: func.func @calls(

// In code nothing of the others is left to share.
// RUN: %as-opt --autoschedule --emit=object --trials=0 --records=none --progress=none --header=%t/mixed.h %t/mixed.mlir -o %t/mixed.o 2>&1 | FileCheck %s --check-prefix=OBJECT
// RUN: FileCheck %s --check-prefix=HEADER < %t/mixed.h
// OBJECT: warning: 'custom' is left out:
// OBJECT: warning: 'tiled' is left out:
// OBJECT: warning: 'counts' is left out:
// OBJECT-NOT: 'reads'
// OBJECT: warning: 'calls' is left out:
// HEADER-NOT: custom
// HEADER: as_call_reads(
// HEADER: as_call_clean(
// HEADER: as_call_prints(

// A second run with a store says the same.
// RUN: %as-opt --autoschedule --emit=object --trials=0 --records=%t/store.db --progress=none %t/mixed.mlir -o %t/mixed.o 2>&1 | FileCheck %s --check-prefix=OBJECT
// RUN: %as-opt --autoschedule --emit=object --trials=0 --records=%t/store.db --progress=none %t/mixed.mlir -o %t/mixed.o 2>&1 | FileCheck %s --check-prefix=OBJECT

// RUN: %as-run %t/mixed.mlir --entry=clean --runs=0
// RUN: %as-run %t/lowered.mlir --entry=clean --compare=%t/mixed.mlir --entry=clean --runs=0

// What is wrong with all of a program is said before the search.
// RUN: not %as-opt --autoschedule --records=none --progress=plain %t/wrong.mlir -o %t/wrong.lowered 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not %as-opt --autoschedule --emit=object --records=none --progress=plain %t/wrong.mlir -o %t/wrong.o 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG-NOT: trials
// WRONG: error: {{.*}}wrong.mlir:5:3: error: ops with unknown memory side effects are not supported
// WRONG-NOT: trials

// Rewrites leave memory alone that such a function uses.
// RUN: %as-opt --autoschedule --emit=scheduled --trials=0 --records=none --progress=none --verify-diagnostics %t/variables.mlir | FileCheck %s --check-prefix=VARIABLES
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/variables.mlir 2>/dev/null | FileCheck %s --check-prefix=KEPT
// VARIABLES: tosa.variable @counter
// VARIABLES: func.func @counts(
// VARIABLES: tosa.variable_read @counter
// VARIABLES: func.func @clean({{.*}}as.scheduled
// VARIABLES: func.func @both(
// VARIABLES: tosa.variable_write @counter
// KEPT: llvm.func @clean(
// KEPT: func.func @both(
// KEPT: tosa.variable @counter
// KEPT: func.func @counts(

//--- mixed.mlir
module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
  transform.yield
}
func.func private @printF64(f64)
memref.global "private" @counter : memref<1xi64> = dense<0>
memref.global "private" constant @step : memref<1xi64> = dense<1>
func.func @custom(%a : tensor<3x7xi32>) -> tensor<3x7xi32> {
  %0 = tosa.custom %a {domain_name = "d", implementation_attrs = "", operator_name = "f"} : (tensor<3x7xi32>) -> tensor<3x7xi32>
  return %0 : tensor<3x7xi32>
}

func.func @tiled(%x: memref<16x16xf32, affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>>, %v: f32) {
  %c = arith.constant 3 : index
  // No strides say where an element is.
  memref.store %v, %x[%c, %c] : memref<16x16xf32, affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>>
  return
}

func.func @counts() {
  %counter = memref.get_global @counter : memref<1xi64>
  %step = memref.get_global @step : memref<1xi64>
  emitc.verbatim "#pragma keep"
  linalg.add ins(%counter, %step : memref<1xi64>, memref<1xi64>) outs(%counter : memref<1xi64>)
  return
}

// The memory must be the same for both.
func.func @reads() -> i64 {
  %zero = arith.constant 0 : index
  %counter = memref.get_global @counter : memref<1xi64>
  %0 = memref.load %counter[%zero] : memref<1xi64>
  return %0 : i64
}
func.func @calls(%a : tensor<3x7xi32>) -> tensor<3x7xi32> {
  %0 = call @custom(%a) : (tensor<3x7xi32>) -> tensor<3x7xi32>
  return %0 : tensor<3x7xi32>
}
func.func @clean(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %r = linalg.add ins(%a, %b : tensor<32x32xf32>, tensor<32x32xf32>) outs(%a : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %r : tensor<32x32xf32>
}
// A constant is nobody's own.
func.func @prints() -> i64 {
  %zero = arith.constant 0 : index
  %step = memref.get_global @step : memref<1xi64>
  %0 = memref.load %step[%zero] : memref<1xi64>
  %1 = arith.sitofp %0 : i64 to f64
  call @printF64(%1) : (f64) -> ()
  return %0 : i64
}
}

//--- wrong.mlir
func.func @verbatim(%t: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.exp ins(%t : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.sqrt ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  emitc.verbatim "#pragma keep"
  return %1 : tensor<4xf32>
}

//--- variables.mlir
tosa.variable @counter = dense<0.0> : tensor<4xf32>
// expected-remark@below {{'counts' is not rewritten for scheduling: it uses memory that such a function uses as well}}
func.func @counts(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.variable_read @counter : tensor<4xf32>
  %1 = tosa.add %0, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  tosa.variable_write @counter, %1 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @clean(%x: tensor<8xf32>) -> tensor<8xf32> {
  %1 = tosa.exp %x : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
// expected-remark@below {{'both' is not rewritten for scheduling: lowering TOSA by upstream's passes}}
func.func @both(%x: tensor<4xf32>) -> tensor<4xf32> {
  tosa.variable_write @counter, %x : tensor<4xf32>
  %0 = tosa.custom %x {domain_name = "d", implementation_attrs = "", operator_name = "f"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
