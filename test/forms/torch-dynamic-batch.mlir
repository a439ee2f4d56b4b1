// A batch that is known only at run time is split into batches of a few static
// sizes.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s < %t.mlir
// CHECK: llvm.func @linear
// CHECK-DAG: label = "matmul {{[0-9]+}}x16x32"
// CHECK-DAG: label = "contraction 16x32"

func.func @linear(%x: tensor<?x32xf32>, %w: tensor<32x16xf32>) -> tensor<?x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x32xf32>
  %e = tensor.empty(%n) : tensor<?x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x16xf32>) -> tensor<?x16xf32>
  %r = linalg.matmul ins(%x, %w : tensor<?x32xf32>, tensor<32x16xf32>) outs(%z : tensor<?x16xf32>) -> tensor<?x16xf32>
  return %r : tensor<?x16xf32>
}
