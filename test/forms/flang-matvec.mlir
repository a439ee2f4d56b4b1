// Fortran counts from one in integers of its own, and casts them to indices.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS: "label":"contraction 32x48 +elementwise"
// RUN: %as-run %t.mlir --compare=%s --runs=0

func.func @matvec(%a: memref<48x32xf64>, %x: memref<48xf64>, %y: memref<32xf64>) {
  %c1 = arith.constant 1 : i64
  %c33 = arith.constant 33 : i64
  %c49 = arith.constant 49 : i64
  %one = arith.constant 1 : index
  scf.for %j = %c1 to %c49 step %c1 : i64 {
    %j1 = arith.index_cast %j : i64 to index
    %j0 = arith.subi %j1, %one : index
    scf.for %i = %c1 to %c33 step %c1 : i64 {
      %i1 = arith.index_cast %i : i64 to index
      %i0 = arith.subi %i1, %one : index
      %0 = memref.load %a[%j0, %i0] : memref<48x32xf64>
      %1 = memref.load %x[%j0] : memref<48xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = memref.load %y[%i0] : memref<32xf64>
      %4 = arith.addf %3, %2 : f64
      memref.store %4, %y[%i0] : memref<32xf64>
    }
  }
  return
}
