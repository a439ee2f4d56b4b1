// math.clampf is max(min(x, lower), upper), as MLIR defines and expands it. What
// most programs mean is the other order, which they write with arith themselves.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS-DAG: "label":"map 64x48"
// RUN: %mlir-opt --math-expand-ops=ops=clampf %s -o %t.expanded.mlir
// RUN: %as-run %t.mlir --compare=%t.expanded.mlir --stock --runs=0 | FileCheck %s
// RUN: %as-run %s --compare=%t.expanded.mlir --stock --runs=0 | FileCheck %s
// CHECK: results: equal

func.func @clamp(%x: tensor<64x48xf32>, %lower: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<64x48xf32>
  %r = linalg.map ins(%x, %lower : tensor<64x48xf32>, tensor<64x48xf32>) outs(%e : tensor<64x48xf32>)
    (%a: f32, %b: f32, %out: f32) {
      %c = math.clampf %a to [%b, %one] : f32
      linalg.yield %c : f32
    }
  return %r : tensor<64x48xf32>
}
