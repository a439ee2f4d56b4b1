// What is computed from weights alone is computed once, and read like weights:
// it is not in the caches either, where weights do not fit there.
// RUN: env HWLOC_SYNTHETIC="pack:1 l3:1(size=163840) l2:1(size=32768) l1:1(size=16384) core:1 pu:1" %as-opt --autoschedule --stop-after=sketch --records=none --progress=none --report=%t %s -o %t.mlir
// RUN: FileCheck %s < %t
// CHECK: "label":"matmul 4x256x256"
// CHECK-SAME: "coldWeights":true
// CHECK-SAME: "label":"matmul 4x256x64"
// CHECK-SAME: "coldWeights":true

func.func @layers(%x: tensor<4x64xf32>, %v: tensor<64x256xf32> {as.constant},
                  %w: tensor<256x256xf32> {as.constant}) -> tensor<4x256xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x256xf32>
  %e = linalg.exp ins(%v : tensor<64x256xf32>) outs(%empty : tensor<64x256xf32>) -> tensor<64x256xf32>
  %wide = tensor.empty() : tensor<4x256xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%wide : tensor<4x256xf32>) -> tensor<4x256xf32>
  %hidden = linalg.matmul ins(%x, %e : tensor<4x64xf32>, tensor<64x256xf32>) outs(%zeros : tensor<4x256xf32>) -> tensor<4x256xf32>
  %out = linalg.matmul ins(%hidden, %w : tensor<4x256xf32>, tensor<256x256xf32>) outs(%zeros : tensor<4x256xf32>) -> tensor<4x256xf32>
  return %out : tensor<4x256xf32>
}
