// Where threads have a batch each, a transposed operand that is copied whole
// must still be turned. Each point is right, and so is what the estimate chooses.

// RUN: %as-opt --autoschedule --trials=0 --threads=2 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --stock --threads=2 --runs=0
// RUN: %as-opt --autoschedule --trials=40 --threads=2 --records=%t.db %s -o %t.mlir 2>&1 | FileCheck %s
// RUN: %as-run %t.mlir --compare=%s --stock --threads=2 --runs=0
// REQUIRES: search
// CHECK: trials {{[1-9][0-9]*}} of {{[0-9]+}}, errors 0

func.func @scores(%q: tensor<8x64x64xf32>, %k: tensor<8x64x64xf32>)
    -> tensor<8x64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x64x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x64x64xf32>)
      -> tensor<8x64x64xf32>
  %r = linalg.batch_matmul indexing_maps = [
      affine_map<(b, m, n, k) -> (b, m, k)>,
      affine_map<(b, m, n, k) -> (b, n, k)>,
      affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%q, %k : tensor<8x64x64xf32>, tensor<8x64x64xf32>)
      outs(%zeros : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
  return %r : tensor<8x64x64xf32>
}
