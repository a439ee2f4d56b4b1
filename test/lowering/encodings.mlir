// Tensors with an encoding are not dense: they are in no task, nothing that
// would take them for dense ones is applied to them, and they are not lowered.

// RUN: split-file %s %t

// What is dense beside them is scheduled.
// RUN: %as-opt --autoschedule --emit=tasks --verify-diagnostics %t/mixed.mlir | FileCheck %s --check-prefix=TASKS
// TASKS: func.func @unit
// TASKS: linalg.generic {{.*}} ins(%{{.*}} : tensor<1x64xf32, #sparse>)
// TASKS: func.func @softmax
// TASKS: linalg.softmax {{.*}} ins(%{{.*}} : tensor<37x101xf32, #sparse>)
// TASKS: func.func @pointwise
// TASKS: linalg.conv_2d_nhwc_hwcf
// TASKS: func.func @tosa
// TASKS: tosa.exp
// TASKS: func.func @weighted
// TASKS: call @as_task_
// TASKS: linalg.add ins(%{{.*}}, %{{.*}} : tensor<64x16xf32>, tensor<64x16xf32, #sparse>)
// TASKS: func.func @dense{{.*}}as.task
// TASKS: func.func private @as_task_

// RUN: %as-opt --autoschedule --emit=scheduled --trials=0 --records=none --progress=none %t/mixed.mlir -o %t/scheduled.mlir
// RUN: FileCheck %s --check-prefix=SCHEDULED < %t/scheduled.mlir
// SCHEDULED: func.func @unit
// SCHEDULED: func.func @dense{{.*}}as.scheduled

// The others are left out of an object and of its header.
// RUN: %as-opt --autoschedule --emit=object --trials=0 --records=none --progress=none --header=%t/mixed.h %t/mixed.mlir -o %t/mixed.o 2>&1 | FileCheck %s --check-prefix=OBJECT
// OBJECT: mixed.mlir:{{.*}}: warning: 'unit' is left out: {{.*}}mixed.mlir:7:8: 'linalg.generic' works on tensor<1x64xf32, #sparse_tensor.encoding<{{.*}}>>, which has an encoding
// RUN: FileCheck %s --check-prefix=HEADER < %t/mixed.h
// HEADER-NOT: unit
// HEADER: as_call_dense(const float *argument0, const float *argument1, float *result0)

// Where nothing is dense there is nothing to emit, whatever is the form.
// RUN: not %as-opt --autoschedule --trials=0 --records=none --progress=none %t/product.mlir 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not %as-opt --autoschedule --emit=object --trials=0 --records=none --progress=none --header=%t/product.h %t/product.mlir -o %t/product.o 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not %as-opt --autoschedule --emit=ptx --target=cuda:sm_90 --trials=0 --records=none --progress=none %t/product.mlir 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not %as-run %t/product.mlir --runs=0 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not %as-run %t/dense.mlir --runs=0 --compare=%t/product.mlir 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not %as-run %t/dense.mlir --runs=0 --stock --compare=%t/product.mlir 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: {{.*}}product.mlir:3:8: error: 'linalg.matmul' works on tensor<64x64xf32, #sparse_tensor.encoding<{{.*}}>>, which has an encoding; as-opt knows dense tensors only
// RUN: test ! -e %t/product.o -a ! -e %t/product.h

// Any other encoding is one too.
// RUN: not %as-run %t/other.mlir --runs=0 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: {{.*}}other.mlir:2:8: error: 'linalg.exp' works on tensor<8xf32, {layout = "blocked"}>, which has an encoding

// RUN: %as-run %t/mixed.mlir --entry=dense --runs=0
// RUN: not %as-run %t/mixed.mlir --entry=unit --runs=0 2>&1 | FileCheck %s --check-prefix=ENTRY
// ENTRY: no function 'unit' among
// ENTRY-NEXT: dense: 64x32xf32,32x16xf32->64x16xf32
// ENTRY-NEXT: 'unit' cannot be compiled: {{.*}}mixed.mlir:7:8: error: 'linalg.generic' works on

//--- mixed.mlir
#S = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#S4 = #sparse_tensor.encoding<{ map = (d0, d1, d2, d3) -> (d0 : dense, d1 : compressed, d2 : dense, d3 : dense) }>
#id = affine_map<(d0, d1) -> (d0, d1)>
// expected-remark@below {{'unit' is not rewritten for scheduling}}
func.func @unit(%a: tensor<1x64xf32, #S>, %o: tensor<1x64xf32>) -> tensor<1x64xf32> {
  // expected-remark@below {{linalg.generic is not scheduled: it has a tensor with an encoding, such as a sparse one; only dense tensors are scheduled}}
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<1x64xf32, #S>) outs(%o : tensor<1x64xf32>) {
  ^bb0(%x: f32, %y: f32):
    %z = arith.addf %x, %x : f32
    linalg.yield %z : f32
  } -> tensor<1x64xf32>
  return %0 : tensor<1x64xf32>
}
// expected-remark@below {{'softmax' is not rewritten for scheduling}}
func.func @softmax(%x: tensor<37x101xf32, #S>, %e: tensor<37x101xf32>) -> tensor<37x101xf32> {
  // expected-remark@below {{linalg.softmax is not scheduled}}
  %r = linalg.softmax dimension(1) ins(%x : tensor<37x101xf32, #S>) outs(%e : tensor<37x101xf32>) -> tensor<37x101xf32>
  return %r : tensor<37x101xf32>
}
// expected-remark@below {{'pointwise' is not rewritten for scheduling}}
func.func @pointwise(%a: tensor<1x16x16x8xf32, #S4>, %b: tensor<1x1x8x16xf32>, %o: tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32> {
  // expected-remark@below {{linalg.conv_2d_nhwc_hwcf is not scheduled}}
  %0 = linalg.conv_2d_nhwc_hwcf ins(%a, %b : tensor<1x16x16x8xf32, #S4>, tensor<1x1x8x16xf32>) outs(%o : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  return %0 : tensor<1x16x16x16xf32>
}
// expected-remark@below {{'tosa' is not rewritten for scheduling}}
func.func @tosa(%x: tensor<8x16xf32, #S>) -> tensor<8x16xf32> {
  %r = tosa.exp %x : (tensor<8x16xf32, #S>) -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}
// expected-remark@below {{'weighted' is not rewritten for scheduling}}
func.func @weighted(%a: tensor<64x32xf32>, %b: tensor<32x16xf32>, %s: tensor<64x16xf32, #S>) -> tensor<64x16xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x16xf32>) -> tensor<64x16xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<64x32xf32>, tensor<32x16xf32>) outs(%f : tensor<64x16xf32>) -> tensor<64x16xf32>
  // expected-remark@below {{linalg.add is not scheduled}}
  %1 = linalg.add ins(%0, %s : tensor<64x16xf32>, tensor<64x16xf32, #S>) outs(%e : tensor<64x16xf32>) -> tensor<64x16xf32>
  return %1 : tensor<64x16xf32>
}
func.func private @declared(tensor<8x16xf32, #S>) -> tensor<8x16xf32, #S>
func.func @dense(%a: tensor<64x32xf32>, %b: tensor<32x16xf32>) -> tensor<64x16xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x16xf32>) -> tensor<64x16xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<64x32xf32>, tensor<32x16xf32>) outs(%f : tensor<64x16xf32>) -> tensor<64x16xf32>
  return %0 : tensor<64x16xf32>
}

//--- product.mlir
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @product(%a: tensor<64x64xf32, #CSR>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32, #CSR>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

//--- dense.mlir
func.func @product(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

//--- other.mlir
func.func @powers(%x: tensor<8xf32, {layout = "blocked"}>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.exp ins(%x : tensor<8xf32, {layout = "blocked"}>) outs(%y : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
