// Attention that is added to an argument: that is not divided by the sums of the
// weights, so that the quotients stay in front of the product with the values.

// RUN: %as-opt --autoschedule --trials=4 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --runs=0

func.func @attention(%q: tensor<2x48x16xf32>, %k: tensor<2x64x16xf32>,
                     %v: tensor<2x64x32xf32>, %added: tensor<2x48x32xf32>)
      -> tensor<2x48x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x48x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x48x64xf32>) -> tensor<2x48x64xf32>
  %s = linalg.batch_matmul indexing_maps = [
      affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>,
      affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%q, %k : tensor<2x48x16xf32>, tensor<2x64x16xf32>)
      outs(%z : tensor<2x48x64xf32>) -> tensor<2x48x64xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<2x48x64xf32>)
      outs(%e : tensor<2x48x64xf32>) -> tensor<2x48x64xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x48x64xf32>, tensor<2x64x32xf32>)
      outs(%added : tensor<2x48x32xf32>) -> tensor<2x48x32xf32>
  return %o : tensor<2x48x32xf32>
}
