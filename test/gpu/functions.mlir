// There is no library of functions on a GPU: what is not written out is refused.
// RUN: not %as-opt --as-gpu-lower %s 2>&1 | FileCheck %s
// CHECK: error: 'math.exp' on f64 is no function that GPUs have or that as-opt writes out; see docs/math.md
func.func @exps(%x: tensor<64xf64>) -> tensor<64xf64> {
  %empty = tensor.empty() : tensor<64xf64>
  %r = linalg.exp ins(%x : tensor<64xf64>) outs(%empty : tensor<64xf64>) -> tensor<64xf64>
  return %r : tensor<64xf64>
}
