// Where a loop repeats a long nest, and no schedule has another place for that
// loop, the task is the nest that is repeated.

// RUN: %as-opt --as-extract-tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=8 --records=none --progress=none --report=%t.json %s -o %t.mlir
// RUN: %as-run %t.mlir --entry=sweeps --compare=%s --entry=sweeps --stock --runs=0 --tolerance=1e-4
// RUN: %as-run %t.mlir --entry=three --compare=%s --entry=three --stock --runs=0 --tolerance=1e-4
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// REQUIRES: search
// REPORT-NOT: "{{build-failed|illegal|wrong-answer}}":{{[1-9]}}

// Each step sweeps down and up the columns, then along the rows and back. So
// steps cannot be tiled together, but each of them can be.
// CHECK-LABEL: func.func @sweeps(
// CHECK: affine.for %{{.*}} = 0 to 40 {
// CHECK-NEXT: func.call @as_task
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @sweeps(%A: memref<260x270xf32> {llvm.noalias},
                  %B: memref<260x270xf32> {llvm.noalias}) {
  %part = arith.constant 0.25 : f32
  affine.for %t = 0 to 40 {
    affine.for %j = 0 to 270 {
      affine.for %i = 1 to 260 {
        %0 = affine.load %B[%i - 1, %j] : memref<260x270xf32>
        %1 = affine.load %A[%i, %j] : memref<260x270xf32>
        %2 = arith.addf %0, %1 : f32
        %3 = arith.mulf %2, %part : f32
        affine.store %3, %B[%i, %j] : memref<260x270xf32>
      }
      affine.for %i = 0 to 259 {
        %0 = affine.load %A[259 - %i, %j] : memref<260x270xf32>
        %1 = affine.load %B[259 - %i, %j] : memref<260x270xf32>
        %2 = arith.addf %0, %1 : f32
        %3 = arith.mulf %2, %part : f32
        affine.store %3, %A[258 - %i, %j] : memref<260x270xf32>
      }
    }
    affine.for %i = 0 to 260 {
      affine.for %j = 1 to 270 {
        %0 = affine.load %B[%i, %j - 1] : memref<260x270xf32>
        %1 = affine.load %A[%i, %j] : memref<260x270xf32>
        %2 = arith.subf %0, %1 : f32
        affine.store %2, %B[%i, %j] : memref<260x270xf32>
      }
      affine.for %j = 0 to 269 {
        %0 = affine.load %A[%i, 269 - %j] : memref<260x270xf32>
        %1 = affine.load %B[%i, 269 - %j] : memref<260x270xf32>
        %2 = arith.subf %0, %1 : f32
        %3 = arith.mulf %2, %part : f32
        affine.store %3, %A[%i, 268 - %j] : memref<260x270xf32>
      }
    }
  }
  return
}

// Steps whose number is not known stay around what can be scheduled. Whether
// arrays overlap is found out in them.
// CHECK-LABEL: func.func @unknown(
// CHECK-NEXT: affine.for %{{.*}} = 0 to %{{.*}} {
// CHECK: scf.if
// CHECK-NEXT: func.call @as_task
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 1 {
// CHECK: } {as.versions}
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @unknown(%n: index, %A: memref<270x270xf32>, %B: memref<270x270xf32>) {
  affine.for %t = 0 to %n {
    affine.for %i = 1 to 269 {
      affine.for %j = 0 to 270 {
        %0 = affine.load %A[%i - 1, %j] : memref<270x270xf32>
        %1 = affine.load %A[%i + 1, %j] : memref<270x270xf32>
        %2 = arith.subf %0, %1 : f32
        affine.store %2, %B[%i, %j] : memref<270x270xf32>
      }
    }
    affine.for %i = 1 to 269 {
      affine.for %j = 1 to 270 {
        %0 = affine.load %B[%i, %j - 1] : memref<270x270xf32>
        %1 = affine.load %A[%i, %j - 1] : memref<270x270xf32>
        %2 = arith.subf %0, %1 : f32
        affine.store %2, %A[%i, %j] : memref<270x270xf32>
      }
    }
  }
  return
}
func.func @three(%A: memref<270x270xf32>, %B: memref<270x270xf32>) {
  %three = arith.constant 3 : index
  call @unknown(%three, %A, %B)
      : (index, memref<270x270xf32>, memref<270x270xf32>) -> ()
  return
}

// The steps of a stencil are tiled together with its other loops.
// CHECK-LABEL: func.func @stencil(
// CHECK-NEXT: call @as_task
// CHECK-NEXT: return
func.func @stencil(%A: memref<70000xf32> {llvm.noalias},
                   %B: memref<70000xf32> {llvm.noalias}) {
  affine.for %t = 0 to 3 {
    affine.for %i = 1 to 69999 {
      %0 = affine.load %A[%i - 1] : memref<70000xf32>
      %1 = affine.load %A[%i + 1] : memref<70000xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %B[%i] : memref<70000xf32>
    }
    affine.for %i = 1 to 69999 {
      %0 = affine.load %B[%i] : memref<70000xf32>
      affine.store %0, %A[%i] : memref<70000xf32>
    }
  }
  return
}

// A short body is not worth its calls.
// CHECK-LABEL: func.func @short(
// CHECK-NOT: affine.for
// CHECK: call @as_task
// CHECK-NEXT: return
func.func @short(%A: memref<20x22xf32> {llvm.noalias},
                 %B: memref<20x22xf32> {llvm.noalias}) {
  %part = arith.constant 0.25 : f32
  affine.for %t = 0 to 40 {
    affine.for %j = 0 to 22 {
      affine.for %i = 1 to 20 {
        %0 = affine.load %B[%i - 1, %j] : memref<20x22xf32>
        %1 = affine.load %A[%i, %j] : memref<20x22xf32>
        %2 = arith.addf %0, %1 : f32
        %3 = arith.mulf %2, %part : f32
        affine.store %3, %B[%i, %j] : memref<20x22xf32>
      }
      affine.for %i = 0 to 19 {
        %0 = affine.load %A[19 - %i, %j] : memref<20x22xf32>
        %1 = affine.load %B[19 - %i, %j] : memref<20x22xf32>
        %2 = arith.addf %0, %1 : f32
        %3 = arith.mulf %2, %part : f32
        affine.store %3, %A[18 - %i, %j] : memref<20x22xf32>
      }
    }
    affine.for %i = 0 to 20 {
      affine.for %j = 1 to 22 {
        %0 = affine.load %B[%i, %j - 1] : memref<20x22xf32>
        %1 = affine.load %A[%i, %j] : memref<20x22xf32>
        %2 = arith.subf %0, %1 : f32
        affine.store %2, %B[%i, %j] : memref<20x22xf32>
      }
      affine.for %j = 0 to 21 {
        %0 = affine.load %A[%i, 21 - %j] : memref<20x22xf32>
        %1 = affine.load %B[%i, 21 - %j] : memref<20x22xf32>
        %2 = arith.subf %0, %1 : f32
        %3 = arith.mulf %2, %part : f32
        affine.store %3, %A[%i, 20 - %j] : memref<20x22xf32>
      }
    }
  }
  return
}
