// A front end of C without affine loops prints scf.for, conditions on indices and
// memref.load. The recurrence keeps its loops, in another order.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | FileCheck %s
// CHECK: cgeist-stencil.mlir:33:11: remark: memref.store is scheduled in its loops, not as an operator: it reads what it wrote in another iteration; such a recurrence can only be loops
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS: "label":"nest 10x62x62"
// RUN: %as-run %t.mlir --entry=main --compare=%s --entry=main --runs=0

func.func @main(%a: memref<62x64xf64>) {
  %x = memref.cast %a : memref<62x64xf64> to memref<?x64xf64>
  call @smooth(%x) : (memref<?x64xf64>) -> ()
  return
}

func.func @smooth(%a: memref<?x64xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c62 = arith.constant 62 : index
  %c63 = arith.constant 63 : index
  %half = arith.constant 0.5 : f64
  scf.for %t = %c0 to %c10 step %c1 {
    scf.for %i = %c0 to %c62 step %c1 {
      scf.for %j = %c1 to %c63 step %c1 {
        %inside = arith.cmpi ne, %j, %i : index
        scf.if %inside {
          %left = arith.subi %j, %c1 : index
          %0 = memref.load %a[%i, %left] : memref<?x64xf64>
          %right = arith.addi %j, %c1 : index
          %1 = memref.load %a[%i, %right] : memref<?x64xf64>
          %2 = arith.addf %0, %1 : f64
          %3 = arith.mulf %2, %half : f64
          memref.store %3, %a[%i, %j] : memref<?x64xf64>
        }
      }
    }
  }
  return
}
