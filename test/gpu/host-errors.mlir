// What a host cannot do in the memory of a device is refused; its kernels are not.

// RUN: rm -rf %t && split-file %s %t
// RUN: env AS_PTXAS=none not %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=1 \
// RUN:   --records=none --progress=none --emit=lowered %t/element.mlir 2>&1 | FileCheck %s --check-prefix=ELEMENT
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=1 \
// RUN:   --records=none --progress=none --emit=ptx %t/element.mlir -o - | FileCheck %s --check-prefix=PTX
// RUN: env AS_PTXAS=none not %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=2 \
// RUN:   --records=none --progress=none --emit=lowered %t/part.mlir 2>&1 | FileCheck %s --check-prefix=PART

// ELEMENT: element.mlir:4:8: error: 'memref.load' belongs to no task, and the host cannot do it in the memory of a device; --emit=ptx gives the kernels alone
// PTX: .entry as_task_
// PART: part.mlir:{{.*}}: error: 'linalg.copy' is of a part of an array, which the host cannot copy on a device; --emit=ptx gives the kernels alone

//--- element.mlir
func.func @element(%x: tensor<16x8xf32>, %i: index) -> f32 {
  %empty = tensor.empty() : tensor<16x8xf32>
  %h = linalg.exp ins(%x : tensor<16x8xf32>) outs(%empty : tensor<16x8xf32>) -> tensor<16x8xf32>
  %r = tensor.extract %h[%i, %i] : tensor<16x8xf32>
  return %r : f32
}

//--- part.mlir
func.func @part(%a: tensor<16x8xf32>, %b: tensor<32x8xf32>) -> tensor<48x8xf32> {
  %e1 = tensor.empty() : tensor<16x8xf32>
  %h1 = linalg.exp ins(%a : tensor<16x8xf32>) outs(%e1 : tensor<16x8xf32>) -> tensor<16x8xf32>
  %e2 = tensor.empty() : tensor<32x8xf32>
  %h2 = linalg.tanh ins(%b : tensor<32x8xf32>) outs(%e2 : tensor<32x8xf32>) -> tensor<32x8xf32>
  %r = tensor.concat dim(0) %h1, %h2 : (tensor<16x8xf32>, tensor<32x8xf32>) -> tensor<48x8xf32>
  return %r : tensor<48x8xf32>
}
