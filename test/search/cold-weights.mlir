// Weights of a model that do not fit into the last cache are not there when a
// task is timed, as they are not there in a run of the model. They may be
// constant or not; what another task has computed is none.

// RUN: env HWLOC_SYNTHETIC="pack:1 l3:1(size=65536) l2:1(size=32768) l1:1(size=16384) core:1 pu:1" %as-opt --autoschedule --stop-after=sketch --records=none --progress=none --report=%t.small %s -o %t.mlir
// RUN: FileCheck %s --check-prefix=SMALL < %t.small
// SMALL: "coldWeights":true
// SMALL-SAME: "coldWeights":true
// SMALL-SAME: "coldWeights":false
// SMALL-SAME: "coldWeights":false

// RUN: env HWLOC_SYNTHETIC="pack:1 l3:1(size=262144) l2:1(size=32768) l1:1(size=16384) core:1 pu:1" %as-opt --autoschedule --stop-after=sketch --records=none --progress=none --report=%t.large %s -o %t.mlir
// RUN: FileCheck %s --check-prefix=WARM < %t.large
// RUN: env HWLOC_SYNTHETIC="pack:1 l3:1(size=65536) l2:1(size=32768) l1:1(size=16384) core:1 pu:1" %as-opt --autoschedule --caches=warm --stop-after=sketch --records=none --progress=none --report=%t.warm %s -o %t.mlir
// RUN: FileCheck %s --check-prefix=WARM < %t.warm
// WARM: "coldWeights":false
// WARM-NOT: "coldWeights":true

// Records of one state are none of another.
// RUN: rm -f %t.db
// RUN: %as-opt --autoschedule --caches=cold --trials=1 --records=%t.db --progress=none %s -o %t.mlir
// RUN: %as-opt --records=%t.db --export-json=- | FileCheck %s --check-prefix=RECORD
// RECORD: caches=cold"

func.func @layers(%x: tensor<4x64xf32>, %v: tensor<64x256xf32> {as.constant},
                  %w: tensor<256x64xf32>) -> tensor<4x64xf32> {
  %zero = arith.constant 0.0 : f32
  %wide = tensor.empty() : tensor<4x256xf32>
  %wideZeros = linalg.fill ins(%zero : f32) outs(%wide : tensor<4x256xf32>) -> tensor<4x256xf32>
  %hidden = linalg.matmul ins(%x, %v : tensor<4x64xf32>, tensor<64x256xf32>) outs(%wideZeros : tensor<4x256xf32>) -> tensor<4x256xf32>
  %narrow = tensor.empty() : tensor<4x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%narrow : tensor<4x64xf32>) -> tensor<4x64xf32>
  %out = linalg.matmul ins(%hidden, %w : tensor<4x256xf32>, tensor<256x64xf32>) outs(%zeros : tensor<4x64xf32>) -> tensor<4x64xf32>
  %turned = tensor.empty() : tensor<64x4xf32>
  %t = linalg.transpose ins(%out : tensor<4x64xf32>) outs(%turned : tensor<64x4xf32>) permutation = [1, 0]
  %sums = tensor.empty() : tensor<4x4xf32>
  %sumsZeros = linalg.fill ins(%zero : f32) outs(%sums : tensor<4x4xf32>) -> tensor<4x4xf32>
  %gram = linalg.matmul ins(%out, %t : tensor<4x64xf32>, tensor<64x4xf32>) outs(%sumsZeros : tensor<4x4xf32>) -> tensor<4x4xf32>
  %again = linalg.matmul ins(%gram, %out : tensor<4x4xf32>, tensor<4x64xf32>) outs(%zeros : tensor<4x64xf32>) -> tensor<4x64xf32>
  return %again : tensor<4x64xf32>
}
