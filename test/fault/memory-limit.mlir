// A limit on memory that as-opt was started with, below --memory-limit: workers
// keep to the lower one of the two.
// REQUIRES: search
// RUN: sh -c 'ulimit -v 1000000; exec "$@"' -- %as-opt --autoschedule --records=none --progress=none --emit=scheduled --trials=3 --report=%t.json %s -o %t.mlir
// RUN: FileCheck %s < %t.json
// CHECK: "bestSeconds":{{[0-9]}}
// CHECK-SAME: "numTrials":{{[34]}},

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
