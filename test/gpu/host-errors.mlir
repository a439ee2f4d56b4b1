// Operations that the host cannot do in device memory are errors; the kernels
// can still be emitted.

// RUN: rm -rf %t && split-file %s %t
// RUN: env AS_PTXAS=none not %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=1 \
// RUN:   --records=none --progress=none --emit=lowered %t/element.mlir 2>&1 | FileCheck %s --check-prefix=ELEMENT
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=1 \
// RUN:   --records=none --progress=none --emit=ptx %t/element.mlir -o - | FileCheck %s --check-prefix=PTX
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=1 \
// RUN:   --records=none --progress=none --emit=ptx --launch=%t/element.json %t/element.mlir -o /dev/null
// RUN: FileCheck %s --check-prefix=ALONE < %t/element.json
// ALONE: "kernels":[{"name":
// ALONE-NOT: "functions"

// ELEMENT: element.mlir:4:8: error: 'memref.load' belongs to no task, and the host cannot do it in the memory of a device; --emit=ptx gives the kernels alone
// PTX: .entry as_task_

// Mutable globals are the host's memory.
// RUN: env AS_PTXAS=none not %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=1 \
// RUN:   --records=none --progress=none --emit=lowered %t/global.mlir 2>&1 | FileCheck %s --check-prefix=GLOBAL
// GLOBAL: global.mlir:{{.*}} error: this works in memory of the module, which is not the device's

// The host would have to know which array a loop carries, to free it.
// RUN: env AS_PTXAS=none not %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=1 \
// RUN:   --records=none --progress=none --emit=lowered %t/loop.mlir 2>&1 | FileCheck %s --check-prefix=LOOP
// LOOP: loop.mlir:3:8: error: 'scf.for' returns an array that may be one of several, and the host cannot find out which of them to free

// RUN: env AS_PTXAS=none not %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=1 \
// RUN:   --records=none --progress=none --emit=lowered %t/declared.mlir 2>&1 | FileCheck %s --check-prefix=DECLARED
// DECLARED: declared.mlir:3:8: error: 'func.call' returns an array that may be one of several

// Arrays of unknown shape, and an array that a body reads.
// RUN: env AS_PTXAS=none not %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=1 \
// RUN:   --records=none --progress=none --emit=lowered %t/unranked.mlir 2>&1 | FileCheck %s --check-prefix=UNRANKED
// UNRANKED: unranked.mlir:4:3: error: 'memref.copy' belongs to no task

// RUN: env AS_PTXAS=none not %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=1 \
// RUN:   --records=none --progress=none --emit=lowered %t/gather.mlir 2>&1 | FileCheck %s --check-prefix=GATHER
// GATHER: gather.mlir:4:8: error: 'linalg.generic' belongs to no task

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

//--- loop.mlir
func.func @loop(%x: tensor<64xf32>, %n: index, %c0: index, %c1: index) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %x) -> tensor<64xf32> {
    %w = linalg.exp ins(%v : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
    scf.yield %w : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}

//--- declared.mlir
func.func private @outside(%x: tensor<64xf32>) -> tensor<64xf32>
func.func @calls(%x: tensor<64xf32>) -> tensor<64xf32> {
  %r = call @outside(%x) : (tensor<64xf32>) -> tensor<64xf32>
  return %r : tensor<64xf32>
}

//--- unranked.mlir
func.func @unranked(%x: memref<8xf32>, %y: memref<8xf32>) {
  %a = memref.cast %x : memref<8xf32> to memref<*xf32>
  %b = memref.cast %y : memref<8xf32> to memref<*xf32>
  memref.copy %a, %b : memref<*xf32> to memref<*xf32>
  return
}

//--- gather.mlir
#all = affine_map<(i) -> (i)>
func.func @gather(%x: tensor<?xf32>, %i: tensor<8xindex>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel"]}
      ins(%i : tensor<8xindex>) outs(%e : tensor<8xf32>) {
  ^bb0(%j: index, %old: f32):
    %v = tensor.extract %x[%j] : tensor<?xf32>
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}
