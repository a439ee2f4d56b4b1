// Twelve rows by a large transposed matrix: tiles of columns are the outer loop,
// so that the matrix is read once.

// RUN: %as-opt --autoschedule --target=cpu:x86-64-v4 --stop-after=sample --trials=16 --records=none %s -o /dev/null 2>&1 | FileCheck %s
// REQUIRES: search

// CHECK: would be tried
// CHECK-NEXT: dots {"register_0":{{[0-9]+}},"register_1":{{[0-9]+}},"order":1}

func.func @dots(%a: tensor<12x4096xf32>, %b: tensor<3000x4096xf32>) -> tensor<12x3000xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<12x3000xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<12x3000xf32>) -> tensor<12x3000xf32>
  %c = linalg.matmul indexing_maps = [
      affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
      affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<12x4096xf32>, tensor<3000x4096xf32>)
      outs(%zeros : tensor<12x3000xf32>) -> tensor<12x3000xf32>
  return %c : tensor<12x3000xf32>
}
