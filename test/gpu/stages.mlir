// Blocks that copy ahead give correct results.
// RUN: rm -f %t.db
// RUN: env AS_CUDA_DRIVER=%standin AS_PTXAS=none %as-opt --autoschedule --target=cuda \
// RUN:   --emit=ptx --progress=none --build-timeout=60 --trials=12 --records=%t.db %s -o %t.ptx
// RUN: %as-opt --export-json=- --records=%t.db | FileCheck %s
// RUN: %as-opt --export-json=- --records=%t.db | not grep -E 'wrong-answer|run-crashed|build-failed'
// CHECK: "sketch":"share",{{.*}}"stages":{{[234]}},{{.*}}"outcome":"ok",{{.*}}"checked":true
func.func @product(%a: tensor<32x256xf32>, %b: tensor<256x32xf32>) -> tensor<32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x32xf32>) -> tensor<32x32xf32>
  %c = linalg.matmul ins(%a, %b : tensor<32x256xf32>, tensor<256x32xf32>)
      outs(%zeros : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %c : tensor<32x32xf32>
}

// REQUIRES: search
