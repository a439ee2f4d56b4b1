// A value that the program writes into an argument goes there: by
// bufferization.materialize_in_destination into a memref, or into a tensor,
// which is then no longer kept from being written.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/all.mlir -o %t/lowered.mlir
// RUN: %as-run %t/lowered.mlir --entry=tensors --compare=%t/plain.mlir --entry=tensors --runs=0
// RUN: %as-run %t/lowered.mlir --entry=memrefs --compare=%t/plain.mlir --entry=memrefs --runs=0
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=llvm %t/all.mlir -o - | FileCheck %s
// REQUIRES: search

// The second argument is written, the first is not.
// CHECK: define void @tensors(ptr readonly {{[^,]*}}%0, ptr {{[^%]*}}initializes((0, 256)) %1,

//--- all.mlir
func.func @tensors(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = linalg.exp ins(%a : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = bufferization.materialize_in_destination %0 in %b : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = linalg.square ins(%a : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>
}

func.func @memrefs(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
  %x = bufferization.to_tensor %a restrict : memref<8x8xf32> to tensor<8x8xf32>
  %y = bufferization.to_tensor %b restrict writable : memref<8x8xf32> to tensor<8x8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = linalg.exp ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = bufferization.materialize_in_destination %0 in %y : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  bufferization.materialize_in_destination %1 in restrict writable %c : (tensor<8x8xf32>, memref<8x8xf32>) -> ()
  return
}

//--- plain.mlir
#id = affine_map<(i, j) -> (i, j)>
func.func @tensors(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %e = tensor.empty() : tensor<8x8xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<8x8xf32>) outs(%e, %e : tensor<8x8xf32>, tensor<8x8xf32>) {
  ^bb0(%x: f32, %o0: f32, %o1: f32):
    %1 = math.exp %x : f32
    %2 = arith.mulf %x, %x : f32
    linalg.yield %1, %2 : f32, f32
  } -> (tensor<8x8xf32>, tensor<8x8xf32>)
  return %0#0, %0#1 : tensor<8x8xf32>, tensor<8x8xf32>
}

func.func @memrefs(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
  linalg.exp ins(%a : memref<8x8xf32>) outs(%b : memref<8x8xf32>)
  linalg.copy ins(%b : memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  return
}
