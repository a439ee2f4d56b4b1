// The product of the weights of a softmax by themselves is no attention: they
// are rows and columns of it.

// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --runs=0

func.func @squared(%x: tensor<2x16x16xf32>, %y: tensor<2x16x16xf32>) -> tensor<2x16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x16x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
  %s = linalg.batch_matmul ins(%x, %y : tensor<2x16x16xf32>, tensor<2x16x16xf32>) outs(%z : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
  %w = linalg.softmax dimension(2) ins(%s : tensor<2x16x16xf32>) outs(%e : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
  %o = linalg.batch_matmul ins(%w, %w : tensor<2x16x16xf32>, tensor<2x16x16xf32>) outs(%z : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
  return %o : tensor<2x16x16xf32>
}
