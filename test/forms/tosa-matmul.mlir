// A product of TOSA has zero points.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS-DAG: "label":"batch_matmul 2x8x8x16"
// RUN: %as-run %t.mlir --compare=%s --runs=0

func.func @product(%x: tensor<2x8x16xf32>, %w: tensor<2x16x8xf32>) -> tensor<2x8x8xf32> {
  %zp = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.matmul %x, %w, %zp, %zp : (tensor<2x8x16xf32>, tensor<2x16x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x8x8xf32>
  return %r : tensor<2x8x8xf32>
}
