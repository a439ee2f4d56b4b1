// What a host cannot do in the memory of a device is refused; its kernels are not.

// RUN: rm -rf %t && split-file %s %t
// RUN: env AS_PTXAS=none not %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=1 \
// RUN:   --records=none --progress=none --emit=lowered %t/element.mlir 2>&1 | FileCheck %s --check-prefix=ELEMENT
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=1 \
// RUN:   --records=none --progress=none --emit=ptx %t/element.mlir -o - | FileCheck %s --check-prefix=PTX

// ELEMENT: element.mlir:4:8: error: 'memref.load' belongs to no task, and the host cannot do it in the memory of a device; --emit=ptx gives the kernels alone
// PTX: .entry as_task_

// Memory of the module that changes is the host's.
// RUN: env AS_PTXAS=none not %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=1 \
// RUN:   --records=none --progress=none --emit=lowered %t/global.mlir 2>&1 | FileCheck %s --check-prefix=GLOBAL
// GLOBAL: global.mlir:{{.*}} error: this works in memory of the module, which is not the device's

//--- element.mlir
func.func @element(%x: tensor<16x8xf32>, %i: index) -> f32 {
  %empty = tensor.empty() : tensor<16x8xf32>
  %h = linalg.exp ins(%x : tensor<16x8xf32>) outs(%empty : tensor<16x8xf32>) -> tensor<16x8xf32>
  %r = tensor.extract %h[%i, %i] : tensor<16x8xf32>
  return %r : f32
}

//--- global.mlir
memref.global "private" @state : memref<16x8xf32> = dense<0.0>
func.func @global(%x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %state = memref.get_global @state : memref<16x8xf32>
  %old = bufferization.to_tensor %state restrict : memref<16x8xf32> to tensor<16x8xf32>
  %empty = tensor.empty() : tensor<16x8xf32>
  %r = linalg.add ins(%x, %old : tensor<16x8xf32>, tensor<16x8xf32>) outs(%empty : tensor<16x8xf32>) -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}
