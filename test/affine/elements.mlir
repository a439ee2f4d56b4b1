// A sum in a scalar is accumulated in the array element in which it ends, if
// nothing else accesses the element meanwhile.

// RUN: %as-opt --autoschedule --emit=tasks %s 2>/dev/null | FileCheck %s
// RUN: %as-opt --autoschedule --trials=2 --records=none --progress=none %s -o %t.mlir 2>/dev/null
// RUN: %as-run %t.mlir --entry=factors --compare=%s --entry=factors --stock --runs=0 --tolerance=1e-9
// RUN: %as-run %t.mlir --entry=turns --compare=%s --entry=turns --stock --runs=0 --tolerance=1e-9
// RUN: %as-run %t.mlir --entry=in_use --compare=%s --entry=in_use --stock --runs=0 --tolerance=1e-9
// RUN: %as-run %t.mlir --entry=hazards --compare=%s --entry=hazards --stock --runs=0 --tolerance=1e-9
// REQUIRES: search
// Two sums in one scalar, as in a factorisation; then the nest is a task.

// CHECK-LABEL: func.func @factors(
// CHECK-NOT: affine.for
// CHECK: call @as_task_[[FACTORS:[0-9a-f]+]](%arg0) : (memref<24x24xf64>) -> ()
// CHECK: return
func.func @factors(%A: memref<24x24xf64> {llvm.noalias}) {
  %w = memref.alloca() : memref<f64>
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %a = affine.load %A[%i, %j] : memref<24x24xf64>
      affine.store %a, %w[] : memref<f64>
      affine.for %k = 0 to affine_map<(j) -> (j)>(%j) {
        %0 = affine.load %w[] : memref<f64>
        %1 = affine.load %A[%i, %k] : memref<24x24xf64>
        %2 = affine.load %A[%k, %j] : memref<24x24xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.subf %0, %3 : f64
        affine.store %4, %w[] : memref<f64>
      }
      %b = affine.load %w[] : memref<f64>
      %c = arith.mulf %b, %b : f64
      affine.store %c, %A[%i, %j] : memref<24x24xf64>
    }
    affine.for %j = affine_map<(i) -> (i)>(%i) to 24 {
      %a = affine.load %A[%i, %j] : memref<24x24xf64>
      affine.store %a, %w[] : memref<f64>
      affine.for %k = 0 to affine_map<(i) -> (i)>(%i) {
        %0 = affine.load %w[] : memref<f64>
        %1 = affine.load %A[%i, %k] : memref<24x24xf64>
        %2 = affine.load %A[%k, %j] : memref<24x24xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.subf %0, %3 : f64
        affine.store %4, %w[] : memref<f64>
      }
      %b = affine.load %w[] : memref<f64>
      affine.store %b, %A[%i, %j] : memref<24x24xf64>
    }
  }
  return
}

// An element that nothing else is left of, and its memory is written last.

// CHECK-LABEL: func.func @turns(
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @turns(%A: memref<16x16xf64> {llvm.noalias}, %x: memref<16xf64> {llvm.noalias}) {
  %w = memref.alloca() : memref<1xf64>
  affine.for %t = 0 to 3 {
    affine.for %i = 0 to 16 {
      %a = affine.load %A[%i, %i] : memref<16x16xf64>
      affine.store %a, %w[0] : memref<1xf64>
      affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
        %0 = affine.load %w[0] : memref<1xf64>
        %1 = affine.load %x[%j] : memref<16xf64>
        %2 = arith.subf %0, %1 : f64
        affine.store %2, %w[0] : memref<1xf64>
      }
      affine.for %j = affine_map<(i) -> (i + 1)>(%i) to 16 {
        %0 = affine.load %w[0] : memref<1xf64>
        %1 = affine.load %x[%j] : memref<16xf64>
        %2 = arith.subf %0, %1 : f64
        affine.store %2, %w[0] : memref<1xf64>
      }
      %b = affine.load %w[0] : memref<1xf64>
      affine.store %b, %x[%i] : memref<16xf64>
    }
  }
  return
}

// The sum also reads the old value of the element.

// CHECK-LABEL: func.func @in_use(
// CHECK: memref.alloca
// CHECK: return
func.func @in_use(%x: memref<16xf64> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f64
  %w = memref.alloca() : memref<f64>
  affine.for %t = 0 to 3 {
    affine.for %i = 0 to 16 {
      affine.store %zero, %w[] : memref<f64>
      affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
        %0 = affine.load %w[] : memref<f64>
        %1 = affine.load %x[%j] : memref<16xf64>
        %2 = arith.addf %0, %1 : f64
        affine.store %2, %w[] : memref<f64>
      }
      %b = affine.load %w[] : memref<f64>
      affine.store %b, %x[%i] : memref<16xf64>
    }
  }
  return
}

// Values that cross iterations, that end in an element only sometimes, or that
// are read again after the element was written.

// CHECK-LABEL: func.func @hazards(
// CHECK-COUNT-3: memref.alloca
// CHECK: return
func.func @hazards(%x: memref<16xf64> {llvm.noalias}, %y: memref<16xf64> {llvm.noalias}, %z: memref<16xf64> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f64
  %u = memref.alloca() : memref<f64>
  %v = memref.alloca() : memref<f64>
  %w = memref.alloca() : memref<f64>
  affine.store %zero, %u[] : memref<f64>
  affine.for %i = 0 to 16 {
    %0 = affine.load %u[] : memref<f64>
    %1 = affine.load %z[%i] : memref<16xf64>
    %2 = arith.addf %0, %1 : f64
    affine.store %2, %u[] : memref<f64>
    %3 = affine.load %u[] : memref<f64>
    affine.store %3, %x[%i] : memref<16xf64>
  }
  affine.for %i = 0 to 16 {
    affine.store %zero, %v[] : memref<f64>
    affine.for %j = 0 to 16 {
      %0 = affine.load %v[] : memref<f64>
      %1 = affine.load %z[%j] : memref<16xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %v[] : memref<f64>
    }
    affine.if affine_set<(i) : (i - 8 >= 0)>(%i) {
      %3 = affine.load %v[] : memref<f64>
      affine.store %3, %y[%i] : memref<16xf64>
    }
  }
  affine.for %i = 0 to 15 {
    affine.store %zero, %w[] : memref<f64>
    affine.for %j = 0 to 16 {
      %0 = affine.load %w[] : memref<f64>
      %1 = affine.load %y[%j] : memref<16xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %w[] : memref<f64>
    }
    %3 = affine.load %w[] : memref<f64>
    affine.store %3, %x[%i] : memref<16xf64>
    affine.store %zero, %x[%i + 1] : memref<16xf64>
    %4 = affine.load %w[] : memref<f64>
    affine.store %4, %z[%i] : memref<16xf64>
  }
  return
}
