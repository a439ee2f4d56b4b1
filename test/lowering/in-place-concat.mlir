// What tasks make only for it to be concatenated is made where it belongs: there
// is one allocation, and nothing is copied. The two concatenations start from
// the same empty tensor, as front ends write them.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %as-run %t.mlir --entry=twice --compare=%s --stock --runs=0
// RUN: %as-run %t.mlir --entry=kept --compare=%s --stock --runs=0
// RUN: %as-run %t.mlir --entry=later --compare=%S/Inputs/later.mlir --runs=0

// CHECK-LABEL: llvm.func @twice(
// CHECK-NOT: llvm.func
// CHECK: llvm.call @malloc
// CHECK-NOT: llvm.call @malloc
// CHECK-NOT: llvm.store
// CHECK-COUNT-6: llvm.call @as_task_
// CHECK-NOT: llvm.store
// CHECK: llvm.return

func.func @twice(%x: tensor<4x8xf32>, %y: tensor<2x2x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %half = tensor.empty() : tensor<4x8xf32>
  %other = tensor.empty() : tensor<2x2x8xf32>
  %empty = tensor.empty() : tensor<8x8xf32>
  %a = linalg.negf ins(%x : tensor<4x8xf32>) outs(%half : tensor<4x8xf32>) -> tensor<4x8xf32>
  %b = linalg.exp ins(%y : tensor<2x2x8xf32>) outs(%other : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
  %c = tensor.collapse_shape %b [[0, 1], [2]] : tensor<2x2x8xf32> into tensor<4x8xf32>
  %0 = tensor.insert_slice %a into %empty[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
  %1 = tensor.insert_slice %c into %0[4, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
  %turned = linalg.transpose ins(%1 : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) permutation = [1, 0]
  %pairs = tensor.expand_shape %turned [[0, 1], [2]] output_shape [4, 2, 8] : tensor<8x8xf32> into tensor<4x2x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%half : tensor<4x8xf32>) -> tensor<4x8xf32>
  %ones = linalg.fill ins(%one : f32) outs(%half : tensor<4x8xf32>) -> tensor<4x8xf32>
  %d = linalg.reduce {arith.addf} ins(%pairs : tensor<4x2x8xf32>) outs(%zeros : tensor<4x8xf32>) dimensions = [1]
  %e = linalg.reduce {arith.mulf} ins(%pairs : tensor<4x2x8xf32>) outs(%ones : tensor<4x8xf32>) dimensions = [1]
  %2 = tensor.insert_slice %d into %empty[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
  %3 = tensor.insert_slice %e into %2[4, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
  %4 = linalg.negf ins(%3 : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %4 : tensor<8x8xf32>
}

// What is needed beside the whole is copied, by a task: of the three the second.

// CHECK-LABEL: llvm.func @kept(
// CHECK-NOT: llvm.func
// CHECK-COUNT-3: llvm.call @as_task_
// CHECK: llvm.return

func.func @kept(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<4x8xf32>) {
  %half = tensor.empty() : tensor<4x8xf32>
  %empty = tensor.empty() : tensor<8x8xf32>
  %a = linalg.negf ins(%x : tensor<4x8xf32>) outs(%half : tensor<4x8xf32>) -> tensor<4x8xf32>
  %0 = tensor.insert_slice %a into %empty[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
  %1 = tensor.insert_slice %y into %0[4, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
  %2 = linalg.exp ins(%1 : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2, %a : tensor<8x8xf32>, tensor<4x8xf32>
}

// A piece that is seen in another shape, too, may be read when what it is a part
// of is gone.

func.func @later(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<32xf32>) {
  %half = tensor.empty() : tensor<4x8xf32>
  %empty = tensor.empty() : tensor<2x4x8xf32>
  %other = tensor.empty() : tensor<2x8x4xf32>
  %flat = tensor.empty() : tensor<32xf32>
  %a = linalg.exp ins(%x : tensor<4x8xf32>) outs(%half : tensor<4x8xf32>) -> tensor<4x8xf32>
  %b = tensor.expand_shape %a [[0, 1], [2]] output_shape [1, 4, 8] : tensor<4x8xf32> into tensor<1x4x8xf32>
  %c = tensor.collapse_shape %a [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  // Nobody reads the other half.
  %0 = tensor.insert_slice %b into %empty[0, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<1x4x8xf32> into tensor<2x4x8xf32>
  %1 = linalg.transpose ins(%0 : tensor<2x4x8xf32>) outs(%other : tensor<2x8x4xf32>) permutation = [0, 2, 1]
  %2 = linalg.exp ins(%1 : tensor<2x8x4xf32>) outs(%other : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  %3 = linalg.transpose ins(%2 : tensor<2x8x4xf32>) outs(%empty : tensor<2x4x8xf32>) permutation = [0, 2, 1]
  %4 = tensor.extract_slice %3[0, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<2x4x8xf32> to tensor<4x8xf32>
  %d = linalg.tanh ins(%c : tensor<32xf32>) outs(%flat : tensor<32xf32>) -> tensor<32xf32>
  return %4, %d : tensor<4x8xf32>, tensor<32xf32>
}
