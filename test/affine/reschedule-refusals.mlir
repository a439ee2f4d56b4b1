// If as-reschedule cannot do something, it fails; it never changes the result.

// RUN: %as-opt --pass-pipeline='builtin.module(func.func(as-reschedule))' --split-input-file --verify-diagnostics %s

func.func @may_overlap(%A: memref<8xf32>, %B: memref<8xf32>) {
  // expected-error@+1 {{its arrays may overlap; llvm.noalias on arguments says that they do not}}
  affine.for %i = 0 to 8 {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  return
}

// -----

// expected-error@+1 {{there is no loop nest in it}}
func.func @nothing(%A: memref<8xf32>) {
  return
}

// -----

func.func @gather(%A: memref<8xindex> {llvm.noalias},
                  %B: memref<8xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %A[%i] : memref<8xindex>
    // expected-error@+1 {{its indices are not affine}}
    memref.store %x, %B[%0] : memref<8xf32>
  }
  return
}
