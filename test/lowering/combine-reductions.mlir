// Sums of several vectors that become elements of one are added together, four
// of f32 or i32 at a time and two of f64, where sums may be reassociated.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --target=cpu:haswell --measure=static --trials=0 --threads=1 --records=none --progress=none --emit=lowered %t/vectors.mlir -o - | FileCheck %s
// RUN: %as-opt --autoschedule --target=cpu:haswell --measure=static --fp=strict --trials=0 --threads=1 --records=none --progress=none --emit=lowered %t/vectors.mlir -o - | FileCheck %s --check-prefix=STRICT
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/vectors.mlir -o %t/lowered.mlir
// RUN: %as-run %t/lowered.mlir --entry=five --compare=%t/loops.mlir --runs=0
// RUN: %as-run %t/lowered.mlir --entry=doubles --compare=%t/loops.mlir --runs=0
// RUN: %as-run %t/lowered.mlir --entry=integers --compare=%t/loops.mlir --runs=0
// RUN: %as-run %t/lowered.mlir --entry=others --compare=%t/loops.mlir --runs=0

// Five sums of eight lanes: four of them together, and one alone.
// CHECK-LABEL: llvm.func @five
// CHECK: reduce.fadd
// CHECK-NOT: reduce
// CHECK-COUNT-4: llvm.shufflevector {{.*}} [4, 5, 6, 7]
// CHECK: llvm.shufflevector {{.*}} [0, 1, 4, 5] : vector<4xf32>
// CHECK: llvm.shufflevector {{.*}} [2, 3, 6, 7] : vector<4xf32>
// CHECK: llvm.shufflevector {{.*}} [0, 2, 4, 6] : vector<4xf32>
// CHECK: llvm.shufflevector {{.*}} [1, 3, 5, 7] : vector<4xf32>
// CHECK-NOT: reduce

// STRICT-LABEL: llvm.func @five
// STRICT-COUNT-5: llvm.intr.vector.reduce.fadd

// CHECK-LABEL: llvm.func @doubles
// CHECK-NOT: reduce
// CHECK: llvm.fadd {{.*}} : vector<2xf64>
// CHECK-LABEL: llvm.func @integers
// CHECK-NOT: reduce
// CHECK: llvm.add {{.*}} : vector<4xi32>

// A maximum is no sum, and a sum that something else reads stays one.
// CHECK-LABEL: llvm.func @others
// CHECK: reduce.fmaximum
// CHECK: reduce.fmaximum
// CHECK: reduce.fadd
// CHECK: reduce.fadd

//--- vectors.mlir
func.func @five(%a: memref<5x8xf32>, %first: memref<5xf32>, %sums: memref<5xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0, %c0], %zero {in_bounds = [true, true]} : memref<5x8xf32>, vector<5x8xf32>
  %y = vector.transfer_read %first[%c0], %zero {in_bounds = [true]} : memref<5xf32>, vector<5xf32>
  %s = vector.multi_reduction <add>, %x, %y [1] : vector<5x8xf32> to vector<5xf32>
  vector.transfer_write %s, %sums[%c0] {in_bounds = [true]} : vector<5xf32>, memref<5xf32>
  return
}

func.func @doubles(%a: memref<3x4xf64>, %sums: memref<3xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %x = vector.transfer_read %a[%c0, %c0], %zero {in_bounds = [true, true]} : memref<3x4xf64>, vector<2x4xf64>
  %x0 = vector.extract %x[0] : vector<4xf64> from vector<2x4xf64>
  %x1 = vector.extract %x[1] : vector<4xf64> from vector<2x4xf64>
  %s0 = vector.reduction <add>, %x0 : vector<4xf64> into f64
  %s1 = vector.reduction <add>, %x1 : vector<4xf64> into f64
  %s = vector.from_elements %s0, %s1, %zero : vector<3xf64>
  vector.transfer_write %s, %sums[%c0] {in_bounds = [true]} : vector<3xf64>, memref<3xf64>
  return
}

func.func @integers(%a: memref<3x16xi32>, %sums: memref<3xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %seven = arith.constant dense<7> : vector<3xi32>
  %x = vector.transfer_read %a[%c0, %c0], %zero {in_bounds = [true, true]} : memref<3x16xi32>, vector<3x16xi32>
  %s = vector.multi_reduction <add>, %x, %seven [1] : vector<3x16xi32> to vector<3xi32>
  vector.transfer_write %s, %sums[%c0] {in_bounds = [true]} : vector<3xi32>, memref<3xi32>
  return
}

func.func @others(%a: memref<2x8xf32>, %most: memref<2xf32>, %sums: memref<2xf32>, %one: memref<f32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %low = arith.constant dense<-1.0> : vector<2xf32>
  %x = vector.transfer_read %a[%c0, %c0], %zero {in_bounds = [true, true]} : memref<2x8xf32>, vector<2x8xf32>
  %m = vector.multi_reduction <maximumf>, %x, %low [1] : vector<2x8xf32> to vector<2xf32>
  vector.transfer_write %m, %most[%c0] {in_bounds = [true]} : vector<2xf32>, memref<2xf32>
  %x0 = vector.extract %x[0] : vector<8xf32> from vector<2x8xf32>
  %x1 = vector.extract %x[1] : vector<8xf32> from vector<2x8xf32>
  %s0 = vector.reduction <add>, %x0 : vector<8xf32> into f32
  %s1 = vector.reduction <add>, %x1 : vector<8xf32> into f32
  memref.store %s0, %one[] : memref<f32>
  %s = vector.from_elements %s0, %s1 : vector<2xf32>
  vector.transfer_write %s, %sums[%c0] {in_bounds = [true]} : vector<2xf32>, memref<2xf32>
  return
}

//--- loops.mlir
func.func @five(%a: memref<5x8xf32>, %first: memref<5xf32>, %sums: memref<5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c5 step %c1 {
    %begin = memref.load %first[%i] : memref<5xf32>
    %0 = scf.for %j = %c0 to %c8 step %c1 iter_args(%s = %begin) -> f32 {
      %x = memref.load %a[%i, %j] : memref<5x8xf32>
      %1 = arith.addf %s, %x : f32
      scf.yield %1 : f32
    }
    memref.store %0, %sums[%i] : memref<5xf32>
  }
  return
}

func.func @doubles(%a: memref<3x4xf64>, %sums: memref<3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %c2 step %c1 {
    %0 = scf.for %j = %c0 to %c4 step %c1 iter_args(%s = %zero) -> f64 {
      %x = memref.load %a[%i, %j] : memref<3x4xf64>
      %1 = arith.addf %s, %x : f64
      scf.yield %1 : f64
    }
    memref.store %0, %sums[%i] : memref<3xf64>
  }
  memref.store %zero, %sums[%c2] : memref<3xf64>
  return
}

func.func @integers(%a: memref<3x16xi32>, %sums: memref<3xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %seven = arith.constant 7 : i32
  scf.for %i = %c0 to %c3 step %c1 {
    %0 = scf.for %j = %c0 to %c16 step %c1 iter_args(%s = %seven) -> i32 {
      %x = memref.load %a[%i, %j] : memref<3x16xi32>
      %1 = arith.addi %s, %x : i32
      scf.yield %1 : i32
    }
    memref.store %0, %sums[%i] : memref<3xi32>
  }
  return
}

func.func @others(%a: memref<2x8xf32>, %most: memref<2xf32>, %sums: memref<2xf32>, %one: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -1.0 : f32
  scf.for %i = %c0 to %c2 step %c1 {
    %0:2 = scf.for %j = %c0 to %c8 step %c1 iter_args(%s = %zero, %m = %low) -> (f32, f32) {
      %x = memref.load %a[%i, %j] : memref<2x8xf32>
      %1 = arith.addf %s, %x : f32
      %2 = arith.maximumf %m, %x : f32
      scf.yield %1, %2 : f32, f32
    }
    memref.store %0#0, %sums[%i] : memref<2xf32>
    memref.store %0#1, %most[%i] : memref<2xf32>
  }
  %first = memref.load %sums[%c0] : memref<2xf32>
  memref.store %first, %one[] : memref<f32>
  return
}
