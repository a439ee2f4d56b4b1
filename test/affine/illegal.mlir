// A schedule that would break a dependence has its own outcome, different from
// that of other scripts that fail.

// RUN: %as-opt --autoschedule --trials=3 --records=none --progress=none --sketches=%S/Inputs/illegal-sketch.mlir --emit=schedule --report=%t.json %s -o /dev/null
// RUN: FileCheck %s < %t.json
// REQUIRES: search
// CHECK: "outcomes":{"ok":{{[12]}},{{[^}]*}}"build-failed":1,{{[^}]*}}"illegal":1,

func.func @triangle(%A: memref<33x33xf32> {llvm.noalias}) {
  affine.for %k = 0 to 33 {
    affine.for %i = affine_map<(k) -> (k + 1)>(%k) to 33 {
      affine.for %j = affine_map<(k) -> (k + 1)>(%k) to 33 {
        %0 = affine.load %A[%i, %k] : memref<33x33xf32>
        %1 = affine.load %A[%k, %j] : memref<33x33xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = affine.load %A[%i, %j] : memref<33x33xf32>
        %4 = arith.subf %3, %2 : f32
        affine.store %4, %A[%i, %j] : memref<33x33xf32>
      }
    }
  }
  return
}
