// Tiles that are only transposed go by squares in registers. What these leave over
// goes by one that overlaps, by two rows or columns of four elements, or by elements.
// All of a tile is loaded before any of it is stored.

// RUN: rm -rf %t && split-file %s %t
// RUN: %as-opt --autoschedule --target=cpu:haswell --records=none --progress=none --emit=llvm %t/squares.mlir | FileCheck %t/squares.mlir
// RUN: %as-run %t/squares.mlir --compare=%t/squares.plain.mlir --runs=0
// RUN: %as-opt --autoschedule --target=cpu:haswell --records=none --progress=none --emit=llvm %t/rest.mlir | FileCheck %t/rest.mlir
// RUN: %as-run %t/rest.mlir --compare=%t/rest.plain.mlir --runs=0
// RUN: %as-opt --autoschedule --target=cpu:haswell --records=none --progress=none --emit=llvm %t/overlap.mlir | FileCheck %t/overlap.mlir
// RUN: %as-run %t/overlap.mlir --compare=%t/overlap.plain.mlir --runs=0
// RUN: %as-opt --autoschedule --target=cpu:haswell --records=none --progress=none --emit=llvm %t/doubles.mlir | FileCheck %t/doubles.mlir
// RUN: %as-run %t/doubles.mlir --compare=%t/doubles.plain.mlir --runs=0
// REQUIRES: search
//--- squares.mlir
// Two squares of four, one above the other.
// CHECK-LABEL: define {{.*}}@turn(
// CHECK-NOT: store
// CHECK-COUNT-8: load <4 x float>
// CHECK-NOT: load
// CHECK-COUNT-8: store <4 x float>
// CHECK-NOT: store
// CHECK: ret void
func.func @turn(%m: tensor<8x4xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %empty = tensor.empty() : tensor<4x8xf32>
  %v = vector.transfer_read %m[%c0, %c0], %zero {in_bounds = [true, true]}
      : tensor<8x4xf32>, vector<8x4xf32>
  %t = vector.transpose %v, [1, 0] : vector<8x4xf32> to vector<4x8xf32>
  %r = vector.transfer_write %t, %empty[%c0, %c0] {in_bounds = [true, true]}
      : vector<4x8xf32>, tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

//--- squares.plain.mlir
func.func @turn(%m: tensor<8x4xf32>) -> tensor<4x8xf32> {
  %empty = tensor.empty() : tensor<4x8xf32>
  %r = linalg.transpose ins(%m : tensor<8x4xf32>)
      outs(%empty : tensor<4x8xf32>) permutation = [1, 0]
  return %r : tensor<4x8xf32>
}

//--- rest.mlir
// A square, two columns beside it, and a row below by elements, in a batch.
// CHECK-LABEL: define {{.*}}@turn(
// CHECK-DAG: load <4 x float>
// CHECK-DAG: load <2 x float>
// CHECK-DAG: load float
// CHECK: ret void
func.func @turn(%m: tensor<2x5x6xf32>) -> tensor<2x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %empty = tensor.empty() : tensor<2x6x5xf32>
  %r = scf.for %b = %c0 to %c2 step %c1 iter_args(%out = %empty) -> (tensor<2x6x5xf32>) {
    %v = vector.transfer_read %m[%b, %c0, %c0], %zero {in_bounds = [true, true, true]}
        : tensor<2x5x6xf32>, vector<1x5x6xf32>
    %t = vector.transpose %v, [0, 2, 1] : vector<1x5x6xf32> to vector<1x6x5xf32>
    %w = vector.transfer_write %t, %out[%b, %c0, %c0] {in_bounds = [true, true, true]}
        : vector<1x6x5xf32>, tensor<2x6x5xf32>
    scf.yield %w : tensor<2x6x5xf32>
  }
  return %r : tensor<2x6x5xf32>
}

//--- rest.plain.mlir
func.func @turn(%m: tensor<2x5x6xf32>) -> tensor<2x6x5xf32> {
  %empty = tensor.empty() : tensor<2x6x5xf32>
  %r = linalg.transpose ins(%m : tensor<2x5x6xf32>)
      outs(%empty : tensor<2x6x5xf32>) permutation = [0, 2, 1]
  return %r : tensor<2x6x5xf32>
}

//--- overlap.mlir
// Seven rows are two squares that share a row; two rows of columns go by fours.
// CHECK-LABEL: define {{.*}}@turn(
// CHECK-NOT: load float
// CHECK-COUNT-7: load <4 x float>
// CHECK-COUNT-7: load <2 x float>
// CHECK-NOT: load float
// CHECK: ret void
func.func @turn(%m: tensor<7x6xf32>) -> tensor<6x7xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %empty = tensor.empty() : tensor<6x7xf32>
  %v = vector.transfer_read %m[%c0, %c0], %zero {in_bounds = [true, true]}
      : tensor<7x6xf32>, vector<7x6xf32>
  %t = vector.transpose %v, [1, 0] : vector<7x6xf32> to vector<6x7xf32>
  %r = vector.transfer_write %t, %empty[%c0, %c0] {in_bounds = [true, true]}
      : vector<6x7xf32>, tensor<6x7xf32>
  return %r : tensor<6x7xf32>
}

//--- overlap.plain.mlir
func.func @turn(%m: tensor<7x6xf32>) -> tensor<6x7xf32> {
  %empty = tensor.empty() : tensor<6x7xf32>
  %r = linalg.transpose ins(%m : tensor<7x6xf32>)
      outs(%empty : tensor<6x7xf32>) permutation = [1, 0]
  return %r : tensor<6x7xf32>
}

//--- doubles.mlir
// Three rows are a square of two and a row by elements.
// CHECK-LABEL: define {{.*}}@turn(
// CHECK: load <2 x double>
// CHECK: load double
// CHECK: ret void
func.func @turn(%m: tensor<3x2xf64>) -> tensor<2x3xf64> {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %empty = tensor.empty() : tensor<2x3xf64>
  %v = vector.transfer_read %m[%c0, %c0], %zero {in_bounds = [true, true]}
      : tensor<3x2xf64>, vector<3x2xf64>
  %t = vector.transpose %v, [1, 0] : vector<3x2xf64> to vector<2x3xf64>
  %r = vector.transfer_write %t, %empty[%c0, %c0] {in_bounds = [true, true]}
      : vector<2x3xf64>, tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}

//--- doubles.plain.mlir
func.func @turn(%m: tensor<3x2xf64>) -> tensor<2x3xf64> {
  %empty = tensor.empty() : tensor<2x3xf64>
  %r = linalg.transpose ins(%m : tensor<3x2xf64>)
      outs(%empty : tensor<2x3xf64>) permutation = [1, 0]
  return %r : tensor<2x3xf64>
}
