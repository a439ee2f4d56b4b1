// Ctrl-C ends the search when the trials in flight have ended, not when all
// that were chosen have; and so does the limit of time.
// REQUIRES: search
// RUN: python3 %S/Inputs/disturb.py interrupt %as-opt --autoschedule --trials=100000 --batch=64 --records=none --progress=json %s -o %t.mlir | FileCheck %s
// CHECK: trials after that: {{1?[0-9]$}}

func.func @product(%x: tensor<8x16xf32>, %w: tensor<16x8xf32>)
    -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x8xf32>)
      -> tensor<8x8xf32>
  %r = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x8xf32>)
      outs(%zeros : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
