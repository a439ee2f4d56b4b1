// What a caller passes stays as it is, also where a sum starts from it, unless
// the argument says that it may be written.

// RUN: %as-opt --autoschedule --trials=4 --records=none --progress=none --emit=object %s -o %t.o
// RUN: %cc -O1 %S/Inputs/kept.c %t.o -lm -o %t
// RUN: %t | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=object %s -o %t.o
// RUN: %cc -O1 %S/Inputs/kept.c %t.o -lm -o %t
// RUN: %t | FileCheck %s
// REQUIRES: search
// CHECK: @add: 0 elements of the argument changed, results differ by 0
// CHECK: @add_to: 1024 elements of the argument changed, results differ by 1

func.func @add(%x: tensor<32x32xf32>, %sum: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %p = linalg.matmul ins(%x, %x : tensor<32x32xf32>, tensor<32x32xf32>) outs(%sum : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %p : tensor<32x32xf32>
}

func.func @add_to(%x: tensor<32x32xf32>, %sum: tensor<32x32xf32> {bufferization.writable = true}) -> tensor<32x32xf32> {
  %p = linalg.matmul ins(%x, %x : tensor<32x32xf32>, tensor<32x32xf32>) outs(%sum : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %p : tensor<32x32xf32>
}
