// A sum of TOSA keeps the dimension that it reduces.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS-DAG: "label":"reduce 8x32"
// RUN: %as-run %t.mlir --compare=%s --runs=0

func.func @sum(%x: tensor<8x32xf32>) -> tensor<8x1xf32> {
  %r = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<8x32xf32>) -> tensor<8x1xf32>
  return %r : tensor<8x1xf32>
}
