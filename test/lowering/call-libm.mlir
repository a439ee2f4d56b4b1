// log1p and expm1 of small numbers are these numbers: in strict code, in f64, and
// in the reference, which would refuse right candidates otherwise.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --fp=strict %t/small.mlir -o %t/strict.mlir
// RUN: FileCheck %s < %t/strict.mlir
// RUN: %as-run %t/strict.mlir --compare=%t/numbers.mlir --runs=0 | FileCheck %s --check-prefix=SAME
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/small.mlir -o %t/contract.mlir
// RUN: %as-run %t/contract.mlir --compare=%t/numbers.mlir --runs=0 | FileCheck %s --check-prefix=SAME
// RUN: %as-run %t/small.mlir --compare=%t/numbers.mlir --runs=0 | FileCheck %s --check-prefix=SAME

// CHECK-DAG: llvm.func @log1pf(
// CHECK-DAG: llvm.func @expm1f(
// CHECK-DAG: llvm.func @log1p(
// CHECK-DAG: llvm.func @expm1(
// SAME: results: equal

//--- small.mlir
func.func @f(%x: tensor<4x8xf32>, %y: tensor<4x8xf64>, %z: tensor<8xf16>)
    -> (tensor<4x8xf32>, tensor<4x8xf64>, tensor<8xf16>) {
  %x0 = arith.constant dense<1.0e-12> : tensor<4x8xf32>
  %x1 = arith.mulf %x, %x0 : tensor<4x8xf32>
  %x2 = math.log1p %x1 : tensor<4x8xf32>
  %x3 = math.expm1 %x1 : tensor<4x8xf32>
  %x4 = arith.addf %x2, %x3 : tensor<4x8xf32>
  %y0 = arith.constant dense<1.0e-20> : tensor<4x8xf64>
  %y1 = arith.mulf %y, %y0 : tensor<4x8xf64>
  %y2 = math.log1p %y1 : tensor<4x8xf64>
  %y3 = math.expm1 %y1 : tensor<4x8xf64>
  %y4 = arith.addf %y2, %y3 : tensor<4x8xf64>
  %z0 = arith.constant dense<1.0e-04> : tensor<8xf16>
  %z1 = arith.mulf %z, %z0 : tensor<8xf16>
  %z2 = math.log1p %z1 : tensor<8xf16>
  %z3 = math.expm1 %z1 : tensor<8xf16>
  %z4 = arith.addf %z2, %z3 : tensor<8xf16>
  return %x4, %y4, %z4 : tensor<4x8xf32>, tensor<4x8xf64>, tensor<8xf16>
}

//--- numbers.mlir
func.func @f(%x: tensor<4x8xf32>, %y: tensor<4x8xf64>, %z: tensor<8xf16>)
    -> (tensor<4x8xf32>, tensor<4x8xf64>, tensor<8xf16>) {
  %x0 = arith.constant dense<1.0e-12> : tensor<4x8xf32>
  %x1 = arith.mulf %x, %x0 : tensor<4x8xf32>
  %x2 = arith.addf %x1, %x1 : tensor<4x8xf32>
  %y0 = arith.constant dense<1.0e-20> : tensor<4x8xf64>
  %y1 = arith.mulf %y, %y0 : tensor<4x8xf64>
  %y2 = arith.addf %y1, %y1 : tensor<4x8xf64>
  %z0 = arith.constant dense<1.0e-04> : tensor<8xf16>
  %z1 = arith.mulf %z, %z0 : tensor<8xf16>
  %z2 = arith.addf %z1, %z1 : tensor<8xf16>
  return %x2, %y2, %z2 : tensor<4x8xf32>, tensor<4x8xf64>, tensor<8xf16>
}
