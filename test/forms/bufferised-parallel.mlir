// Pipelines that lower linalg to parallel loops before they schedule: what such a nest
// computes is an operator still.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS-DAG: "label":"contraction 16x24x20 +elementwise"
// RUN: %as-run %t.mlir --compare=%s --runs=0

func.func @linear(%x: memref<16x20xf32>, %w: memref<20x24xf32>, %b: memref<24xf32>, %y: memref<16x24xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c20 = arith.constant 20 : index
  %c24 = arith.constant 24 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c16, %c24) step (%c1, %c1) {
    %0 = memref.load %b[%j] : memref<24xf32>
    memref.store %0, %y[%i, %j] : memref<16x24xf32>
    scf.reduce
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c16, %c24) step (%c1, %c1) {
    scf.for %k = %c0 to %c20 step %c1 {
      %0 = memref.load %x[%i, %k] : memref<16x20xf32>
      %1 = memref.load %w[%k, %j] : memref<20x24xf32>
      %2 = memref.load %y[%i, %j] : memref<16x24xf32>
      %3 = arith.mulf %0, %1 : f32
      %4 = arith.addf %2, %3 : f32
      memref.store %4, %y[%i, %j] : memref<16x24xf32>
    }
    scf.reduce
  }
  return
}
