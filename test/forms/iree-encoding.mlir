// What has an encoding, as IREE sets it, is for another compiler's pass to lower.
// RUN: not %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir 2>&1 | FileCheck %s
// CHECK: remark: linalg.exp is not scheduled: it has a tensor with an encoding, such as a sparse one; only dense tensors are scheduled; run the pass that lowers the encoding first
// CHECK: error: {{.*}} as-opt knows dense tensors only: run a pass that lowers it first

#rows = "operand of a product"
func.func @scale(%x: tensor<16x8xf32, #rows>) -> tensor<16x8xf32, #rows> {
  %e = tensor.empty() : tensor<16x8xf32, #rows>
  %r = linalg.exp ins(%x : tensor<16x8xf32, #rows>) outs(%e : tensor<16x8xf32, #rows>) -> tensor<16x8xf32, #rows>
  return %r : tensor<16x8xf32, #rows>
}
