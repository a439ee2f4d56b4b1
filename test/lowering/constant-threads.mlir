// Of threads that call a function for the first time one computes what constants
// determine, and the others wait for it. (It is computed by then only because it is
// so much larger than the constants.)

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=object %s -o %t.o
// RUN: %cc -O1 -pthread %S/Inputs/threads.c %t.o -Wl,--wrap=malloc -lm -o %t
// RUN: %t | FileCheck %s
// CHECK: allocated 1 times, 0 elements are wrong

func.func @shift(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %v = arith.constant dense<4.0> : tensor<64x1xf32>
  %w = arith.constant dense<2.0> : tensor<1x64xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.matmul ins(%v, %w : tensor<64x1xf32>, tensor<1x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %q = linalg.matmul ins(%p, %p : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = linalg.add ins(%x, %q : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
