// A function may have the name of one that the process knows already, here the
// C library's: within the library the name is its own.

// RUN: %as-opt --autoschedule --emit=shared %s -o %t.so --trials=0 --untried=plain --records=none --progress=none
// RUN: %cc -O1 %S/Inputs/exp.c -ldl -lm -o %t.exe
// RUN: %t.exe %t.so | FileCheck %s
// CHECK: right

func.func @exp(%x: tensor<64xf32>) -> tensor<64xf32> {
  %empty = tensor.empty() : tensor<64xf32>
  %y = linalg.exp ins(%x : tensor<64xf32>) outs(%empty : tensor<64xf32>) -> tensor<64xf32>
  return %y : tensor<64xf32>
}
