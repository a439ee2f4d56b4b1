// Minima and maxima as C front ends print them, a comparison and a select. Of integers they
// are exact. Of floats the order of the terms can be seen in NaNs and in the signs of zeros.

// RUN: %as-opt --autoschedule --emit=tasks %s 2>%t.remarks | FileCheck %s --check-prefixes=CHECK,FREE
// RUN: FileCheck %s --check-prefix=REMARKS < %t.remarks
// RUN: %as-opt --autoschedule --fp=fast --emit=tasks %s 2>/dev/null | FileCheck %s --check-prefixes=CHECK,FREE,FAST
// RUN: %as-opt --autoschedule --fp=strict --emit=tasks %s 2>%t.strict | FileCheck %s --check-prefixes=CHECK,STRICT
// RUN: FileCheck %s --check-prefix=SAID < %t.strict

// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// DEFINE: %{entry} =
// DEFINE: %{run} = %as-run %t.mlir --entry=%{entry} --compare=%s --entry=%{entry} --stock --runs=0 --tolerance=0
// REDEFINE: %{entry} = integers
// RUN: %{run}
// REDEFINE: %{entry} = greatest
// RUN: %{run}
// REDEFINE: %{entry} = least
// RUN: %{run}
// REDEFINE: %{entry} = replaced
// RUN: %{run}

// CHECK-LABEL: func.func @integers(
// CHECK: call @as_task_{{.*}} : (tensor<
// CHECK: return
func.func @integers(%a: memref<24x36xi32> {llvm.noalias}, %y: memref<24xi32> {llvm.noalias}) {
  affine.for %i = 0 to 24 {
    affine.for %k = 0 to 36 {
      %x = affine.load %a[%i, %k] : memref<24x36xi32>
      %m = affine.load %y[%i] : memref<24xi32>
      %c = arith.cmpi sgt, %x, %m : i32
      %s = arith.select %c, %x, %m : i32
      affine.store %s, %y[%i] : memref<24xi32>
    }
  }
  return
}

// `if (x > m) m = x`: a NaN in m stays, one in x is left out. So are those of the result,
// whatever the order.
// CHECK-LABEL: func.func @greatest(
// FREE: call @as_task_{{.*}} : (tensor<
// STRICT: call @as_task_{{.*}} : (memref<
// CHECK: return
// SAID: extremes.mlir:[[#@LINE+20]]:7: remark: affine.store is scheduled in its loops, not as an operator: it chooses floats in an order that NaNs and zeros make a difference to; use arith.maximumf and the like, or --fp
func.func @greatest(%a: memref<24x36xf32> {llvm.noalias}, %y: memref<24xf32> {llvm.noalias}) {
  %nan = arith.constant 0x7FC00000 : f32
  %minus = arith.constant 0xFF800000 : f32
  affine.store %nan, %a[3, 5] : memref<24x36xf32>
  affine.store %nan, %a[4, 0] : memref<24x36xf32>
  affine.store %nan, %a[5, 35] : memref<24x36xf32>
  affine.store %nan, %y[6] : memref<24xf32>
  affine.store %minus, %y[7] : memref<24xf32>
  affine.for %k = 0 to 36 {
    affine.store %nan, %a[8, %k] : memref<24x36xf32>
    affine.store %minus, %a[7, %k] : memref<24x36xf32>
    affine.store %minus, %a[6, %k] : memref<24x36xf32>
  }
  affine.for %i = 0 to 24 {
    affine.for %k = 0 to 36 {
      %x = affine.load %a[%i, %k] : memref<24x36xf32>
      %m = affine.load %y[%i] : memref<24xf32>
      %c = arith.cmpf ogt, %x, %m : f32
      %s = arith.select %c, %x, %m : f32
      affine.store %s, %y[%i] : memref<24xf32>
    }
  }
  return
}

// The same the other way round, of an expression, carried in a register.
// CHECK-LABEL: func.func @least(
// FREE: call @as_task_{{.*}} : (tensor<
// STRICT: call @as_task_{{.*}} : (memref<
// CHECK: return
func.func @least(%a: memref<24x36xf64> {llvm.noalias}, %y: memref<24xf64> {llvm.noalias}) {
  %nan = arith.constant 0x7FF8000000000000 : f64
  %big = arith.constant 1.0e30 : f64
  affine.store %nan, %a[3, 5] : memref<24x36xf64>
  affine.for %i = 0 to 24 {
    %r = affine.for %k = 0 to 36 iter_args(%m = %big) -> f64 {
      %x = affine.load %a[%i, %k] : memref<24x36xf64>
      %q = arith.mulf %x, %x : f64
      %c = arith.cmpf ule, %m, %q : f64
      %s = arith.select %c, %m, %q : f64
      affine.yield %s : f64
    }
    affine.store %r, %y[%i] : memref<24xf64>
  }
  return
}

// `m = m > x ? m : x`: a NaN in x replaces what was before it, and then goes away.
// CHECK-LABEL: func.func @replaced(
// FAST: call @as_task_{{.*}} : (tensor<
// CHECK: return
// REMARKS: extremes.mlir:[[#@LINE+10]]:7: remark: affine.store is scheduled in its loops, not as an operator: it chooses floats in an order
func.func @replaced(%a: memref<24x36xf32> {llvm.noalias}, %y: memref<24xf32> {llvm.noalias}) {
  %nan = arith.constant 0x7FC00000 : f32
  affine.store %nan, %a[3, 5] : memref<24x36xf32>
  affine.for %i = 0 to 24 {
    affine.for %k = 0 to 36 {
      %x = affine.load %a[%i, %k] : memref<24x36xf32>
      %m = affine.load %y[%i] : memref<24xf32>
      %c = arith.cmpf ogt, %m, %x : f32
      %s = arith.select %c, %m, %x : f32
      affine.store %s, %y[%i] : memref<24xf32>
    }
  }
  return
}
