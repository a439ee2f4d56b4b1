// After bufferisation a softmax is one of buffers, which may be the same.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS: "label":"rows 16x8"
// RUN: %as-run %t.mlir --entry=in_place --compare=%s --entry=in_place --stock --runs=0
// RUN: %as-run %t.mlir --entry=in_place --compare=%t.mlir --entry=on_tensors --runs=0

func.func @softmax(%x: memref<16x8xf32>, %y: memref<16x8xf32>) {
  linalg.softmax dimension(1) ins(%x : memref<16x8xf32>) outs(%y : memref<16x8xf32>)
  return
}

func.func @in_place(%x: memref<16x8xf32>) {
  call @softmax(%x, %x) : (memref<16x8xf32>, memref<16x8xf32>) -> ()
  return
}

func.func @on_tensors(%x: memref<16x8xf32>) {
  %t = bufferization.to_tensor %x restrict writable : memref<16x8xf32> to tensor<16x8xf32>
  %e = tensor.empty() : tensor<16x8xf32>
  %r = linalg.softmax dimension(1) ins(%t : tensor<16x8xf32>) outs(%e : tensor<16x8xf32>) -> tensor<16x8xf32>
  bufferization.materialize_in_destination %r in restrict writable %x : (tensor<16x8xf32>, memref<16x8xf32>) -> ()
  return
}
