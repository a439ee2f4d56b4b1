// Register tiles of rows that leave something over which keeps the units busy as
// well: 38 rows are seven tiles of 5 and one of 3, where divisors are 2 and 19,
// and 17 are two of 6 and one of 5.

// RUN: %as-opt --autoschedule --emit=sketches --target=cpu:haswell --records=none --progress=none %s -o - | FileCheck %s
// RUN: %as-opt --autoschedule --emit=schedule --trials=24 --records=%t.db --progress=none %s -o %t.schedule
// RUN: %as-opt --autoschedule --trials=0 --records=%t.db --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --entry=thirty_eight --compare=%s --entry=thirty_eight --stock --runs=0
// RUN: %as-run %t.mlir --entry=seventeen --compare=%s --entry=seventeen --stock --runs=0
// REQUIRES: search
// CHECK-DAG: knob<"register_0"> options = [1, 2, 4, 5, 19]
func.func @thirty_eight(%a: tensor<38x300xf32>, %b: tensor<300x64xf32>)
    -> tensor<38x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<38x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<38x64xf32>)
      -> tensor<38x64xf32>
  %r = linalg.matmul ins(%a, %b : tensor<38x300xf32>, tensor<300x64xf32>)
      outs(%zeros : tensor<38x64xf32>) -> tensor<38x64xf32>
  return %r : tensor<38x64xf32>
}

// CHECK-DAG: knob<"register_0"> options = [1, 4, 6, 17]
func.func @seventeen(%a: tensor<17x300xf32>, %b: tensor<300x256xf32>)
    -> tensor<17x256xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<17x256xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<17x256xf32>)
      -> tensor<17x256xf32>
  %r = linalg.matmul ins(%a, %b : tensor<17x300xf32>, tensor<300x256xf32>)
      outs(%zeros : tensor<17x256xf32>) -> tensor<17x256xf32>
  return %r : tensor<17x256xf32>
}
