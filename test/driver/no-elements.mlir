// Tensors without elements: what works on them is left as it is, and the rest of
// the module is none the worse for it.

// RUN: %as-opt --autoschedule --emit=tasks %s 2>&1 | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=object %s -o %t.o
// RUN: llvm-nm %t.o | FileCheck %s --check-prefix=SYMBOLS
// SYMBOLS-DAG: T no_rows
// SYMBOLS-DAG: T no_terms

// CHECK: remark: linalg.matmul is not scheduled: it has a tensor without elements
// CHECK-LABEL: func.func @no_rows(
// CHECK: linalg.matmul
func.func @no_rows(%A: tensor<0x5xf32>, %B: tensor<5x7xf32>, %C: tensor<0x7xf32>) -> tensor<0x7xf32> {
  %0 = linalg.matmul ins(%A, %B : tensor<0x5xf32>, tensor<5x7xf32>) outs(%C : tensor<0x7xf32>) -> tensor<0x7xf32>
  return %0 : tensor<0x7xf32>
}

// CHECK-LABEL: func.func @no_terms(
// CHECK: call @as_task
func.func @no_terms(%A: tensor<4x0xf32>, %B: tensor<0x7xf32>, %C: tensor<4x7xf32>) -> tensor<4x7xf32> {
  %0 = linalg.matmul ins(%A, %B : tensor<4x0xf32>, tensor<0x7xf32>) outs(%C : tensor<4x7xf32>) -> tensor<4x7xf32>
  %1 = linalg.add ins(%0, %C : tensor<4x7xf32>, tensor<4x7xf32>) outs(%C : tensor<4x7xf32>) -> tensor<4x7xf32>
  return %1 : tensor<4x7xf32>
}
