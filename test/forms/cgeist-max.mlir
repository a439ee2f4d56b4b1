// `if (x > m) m = x`, as a front end of C prints it for floats: a comparison and a select.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS: "label":"rows 20"
// RUN: %as-run %t.mlir --entry=main --compare=%s --entry=main --stock --runs=0 --tolerance=0

// What the order of the terms makes a difference to stays in order.
// RUN: %as-opt --autoschedule --fp=strict --trials=0 --records=none --progress=none %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT
// STRICT: cgeist-max.mlir:27:7: remark: affine.store is scheduled in its loops, not as an operator: it chooses floats in an order that NaNs and zeros make a difference to; use arith.maximumf and the like, or --fp

func.func @main(%a: memref<20x48xf32>, %m: memref<20xf32>) {
  %x = memref.cast %a : memref<20x48xf32> to memref<?x48xf32>
  %y = memref.cast %m : memref<20xf32> to memref<?xf32>
  call @most(%x, %y) : (memref<?x48xf32>, memref<?xf32>) -> ()
  return
}

func.func @most(%a: memref<?x48xf32>, %m: memref<?xf32>) {
  affine.for %i = 0 to 20 {
    %0 = affine.load %a[%i, 0] : memref<?x48xf32>
    affine.store %0, %m[%i] : memref<?xf32>
    affine.for %k = 1 to 48 {
      %1 = affine.load %a[%i, %k] : memref<?x48xf32>
      %2 = affine.load %m[%i] : memref<?xf32>
      %3 = arith.cmpf ogt, %1, %2 : f32
      %4 = arith.select %3, %1, %2 : f32
      affine.store %4, %m[%i] : memref<?xf32>
    }
  }
  return
}
