// torch-mlir concatenates by inserting slices.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS-DAG: "label":"concat 2x8 + 2x4"
// RUN: %as-run %t.mlir --compare=%s --runs=0

func.func @cat(%a: tensor<2x8xf32>, %b: tensor<2x4xf32>) -> tensor<2x12xf32> {
  %e = tensor.empty() : tensor<2x12xf32>
  %one = tensor.insert_slice %a into %e[0, 0] [2, 8] [1, 1] : tensor<2x8xf32> into tensor<2x12xf32>
  %two = tensor.insert_slice %b into %one[0, 8] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<2x12xf32>
  return %two : tensor<2x12xf32>
}
