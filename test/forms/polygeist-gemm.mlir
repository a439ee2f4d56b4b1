// Polygeist writes the outer extent of an array as unknown. The loops say how much
// of it is used.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS-DAG: "label":"contraction 8x16x24 +elementwise"
// RUN: %as-run %t.mlir --entry=main --compare=%s --entry=main --runs=0

func.func @main(%a: memref<8x24xf64>, %b: memref<24x16xf64>, %c: memref<8x16xf64>) {
  %x = memref.cast %a : memref<8x24xf64> to memref<?x24xf64>
  %y = memref.cast %b : memref<24x16xf64> to memref<?x16xf64>
  %z = memref.cast %c : memref<8x16xf64> to memref<?x16xf64>
  call @gemm(%x, %y, %z) : (memref<?x24xf64>, memref<?x16xf64>, memref<?x16xf64>) -> ()
  return
}

func.func @gemm(%a: memref<?x24xf64>, %b: memref<?x16xf64>, %c: memref<?x16xf64>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 24 {
        %x = affine.load %a[%i, %k] : memref<?x24xf64>
        %y = affine.load %b[%k, %j] : memref<?x16xf64>
        %p = arith.mulf %x, %y : f64
        %z = affine.load %c[%i, %j] : memref<?x16xf64>
        %s = arith.addf %z, %p : f64
        affine.store %s, %c[%i, %j] : memref<?x16xf64>
      }
    }
  }
  return
}
