// A dot of StableHLO lowered to linalg: a matmul, then a map.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS-DAG: "label":"matmul 8x16x32 +elementwise"
// RUN: %as-run %t.mlir --compare=%s --runs=0

func.func @dot(%x: tensor<8x32xf32>, %w: tensor<32x16xf32>) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %p = linalg.matmul ins(%x, %w : tensor<8x32xf32>, tensor<32x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  %r = linalg.map { math.tanh } ins(%p : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>)
  return %r : tensor<8x16xf32>
}
