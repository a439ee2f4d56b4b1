// Columns that are read as vectors, side by side as an unrolled loop leaves them,
// are read by rows, or by halves of them that are 16 bytes, and turned in registers;
// not if something is written in between.

// RUN: rm -rf %t && split-file %s %t
// RUN: %as-opt --autoschedule --target=cpu:haswell --records=none --progress=none --emit=llvm %t/eights.mlir | FileCheck %t/eights.mlir
// RUN: %as-run %t/eights.mlir --compare=%t/eights.plain.mlir --runs=0
// RUN: %as-opt --autoschedule --target=cpu:haswell --records=none --progress=none --emit=llvm %t/fours.mlir | FileCheck %t/fours.mlir
// RUN: %as-run %t/fours.mlir --compare=%t/fours.plain.mlir --runs=0
// RUN: %as-opt --autoschedule --target=cpu:haswell --records=none --progress=none --emit=llvm %t/doubles.mlir | FileCheck %t/doubles.mlir
// RUN: %as-run %t/doubles.mlir --compare=%t/doubles.plain.mlir --runs=0
// RUN: %as-opt --autoschedule --target=cpu:haswell --records=none --progress=none --emit=llvm %t/between.mlir | FileCheck %t/between.mlir
// RUN: %as-run %t/between.mlir --compare=%t/between.plain.mlir --runs=0
// REQUIRES: search
//--- eights.mlir
// CHECK-LABEL: define {{.*}}@turn(
// CHECK-NOT: load float
// CHECK-COUNT-16: load <4 x float>
// CHECK-COUNT-16: shufflevector <8 x float>
// CHECK-NOT: load float
// CHECK: ret void
#column = affine_map<(i, k) -> (i)>
func.func @turn(%m: tensor<8x16xf32>) -> tensor<16x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x8xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %r = scf.for %k = %c0 to %c16 step %c8 iter_args(%out = %empty) -> (tensor<16x8xf32>) {
    %k1 = arith.addi %k, %c1 : index
    %k2 = arith.addi %k, %c2 : index
    %k3 = arith.addi %k, %c3 : index
    %k4 = arith.addi %k, %c4 : index
    %k5 = arith.addi %k, %c5 : index
    %k6 = arith.addi %k, %c6 : index
    %k7 = arith.addi %k, %c7 : index
    %r0 = vector.transfer_read %m[%c0, %k], %zero
        {in_bounds = [true], permutation_map = #column}
        : tensor<8x16xf32>, vector<8xf32>
    %r1 = vector.transfer_read %m[%c0, %k1], %zero
        {in_bounds = [true], permutation_map = #column}
        : tensor<8x16xf32>, vector<8xf32>
    %r2 = vector.transfer_read %m[%c0, %k2], %zero
        {in_bounds = [true], permutation_map = #column}
        : tensor<8x16xf32>, vector<8xf32>
    %r3 = vector.transfer_read %m[%c0, %k3], %zero
        {in_bounds = [true], permutation_map = #column}
        : tensor<8x16xf32>, vector<8xf32>
    %r4 = vector.transfer_read %m[%c0, %k4], %zero
        {in_bounds = [true], permutation_map = #column}
        : tensor<8x16xf32>, vector<8xf32>
    %r5 = vector.transfer_read %m[%c0, %k5], %zero
        {in_bounds = [true], permutation_map = #column}
        : tensor<8x16xf32>, vector<8xf32>
    %r6 = vector.transfer_read %m[%c0, %k6], %zero
        {in_bounds = [true], permutation_map = #column}
        : tensor<8x16xf32>, vector<8xf32>
    %r7 = vector.transfer_read %m[%c0, %k7], %zero
        {in_bounds = [true], permutation_map = #column}
        : tensor<8x16xf32>, vector<8xf32>
    %t0 = vector.transfer_write %r0, %out[%k, %c0] {in_bounds = [true]}
        : vector<8xf32>, tensor<16x8xf32>
    %t1 = vector.transfer_write %r1, %t0[%k1, %c0] {in_bounds = [true]}
        : vector<8xf32>, tensor<16x8xf32>
    %t2 = vector.transfer_write %r2, %t1[%k2, %c0] {in_bounds = [true]}
        : vector<8xf32>, tensor<16x8xf32>
    %t3 = vector.transfer_write %r3, %t2[%k3, %c0] {in_bounds = [true]}
        : vector<8xf32>, tensor<16x8xf32>
    %t4 = vector.transfer_write %r4, %t3[%k4, %c0] {in_bounds = [true]}
        : vector<8xf32>, tensor<16x8xf32>
    %t5 = vector.transfer_write %r5, %t4[%k5, %c0] {in_bounds = [true]}
        : vector<8xf32>, tensor<16x8xf32>
    %t6 = vector.transfer_write %r6, %t5[%k6, %c0] {in_bounds = [true]}
        : vector<8xf32>, tensor<16x8xf32>
    %t7 = vector.transfer_write %r7, %t6[%k7, %c0] {in_bounds = [true]}
        : vector<8xf32>, tensor<16x8xf32>
    scf.yield %t7 : tensor<16x8xf32>
  }
  return %r : tensor<16x8xf32>
}

//--- eights.plain.mlir
func.func @turn(%m: tensor<8x16xf32>) -> tensor<16x8xf32> {
  %empty = tensor.empty() : tensor<16x8xf32>
  %r = linalg.transpose ins(%m : tensor<8x16xf32>)
      outs(%empty : tensor<16x8xf32>) permutation = [1, 0]
  return %r : tensor<16x8xf32>
}

//--- fours.mlir
// Two squares side by side.
// CHECK-LABEL: define {{.*}}@turn(
// CHECK-NOT: load float
// CHECK-COUNT-8: load <4 x float>
// CHECK-NOT: load float
// CHECK: ret void
#column = affine_map<(i, k) -> (i)>
func.func @turn(%m: tensor<8x4xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x8xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r0 = vector.transfer_read %m[%c0, %c0], %zero
      {in_bounds = [true], permutation_map = #column}
      : tensor<8x4xf32>, vector<8xf32>
  %r1 = vector.transfer_read %m[%c0, %c1], %zero
      {in_bounds = [true], permutation_map = #column}
      : tensor<8x4xf32>, vector<8xf32>
  %r2 = vector.transfer_read %m[%c0, %c2], %zero
      {in_bounds = [true], permutation_map = #column}
      : tensor<8x4xf32>, vector<8xf32>
  %r3 = vector.transfer_read %m[%c0, %c3], %zero
      {in_bounds = [true], permutation_map = #column}
      : tensor<8x4xf32>, vector<8xf32>
  %t0 = vector.transfer_write %r0, %empty[%c0, %c0] {in_bounds = [true]}
      : vector<8xf32>, tensor<4x8xf32>
  %t1 = vector.transfer_write %r1, %t0[%c1, %c0] {in_bounds = [true]}
      : vector<8xf32>, tensor<4x8xf32>
  %t2 = vector.transfer_write %r2, %t1[%c2, %c0] {in_bounds = [true]}
      : vector<8xf32>, tensor<4x8xf32>
  %t3 = vector.transfer_write %r3, %t2[%c3, %c0] {in_bounds = [true]}
      : vector<8xf32>, tensor<4x8xf32>
  return %t3 : tensor<4x8xf32>
}

//--- fours.plain.mlir
func.func @turn(%m: tensor<8x4xf32>) -> tensor<4x8xf32> {
  %empty = tensor.empty() : tensor<4x8xf32>
  %r = linalg.transpose ins(%m : tensor<8x4xf32>)
      outs(%empty : tensor<4x8xf32>) permutation = [1, 0]
  return %r : tensor<4x8xf32>
}

//--- doubles.mlir
// CHECK-LABEL: define {{.*}}@turn(
// CHECK-NOT: load double
// CHECK-COUNT-8: load <2 x double>
// CHECK-COUNT-4: shufflevector <4 x double>
// CHECK-NOT: load double
// CHECK: ret void
#column = affine_map<(i, k) -> (i)>
func.func @turn(%m: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : tensor<4x4xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r0 = vector.transfer_read %m[%c0, %c0], %zero
      {in_bounds = [true], permutation_map = #column}
      : tensor<4x4xf64>, vector<4xf64>
  %r1 = vector.transfer_read %m[%c0, %c1], %zero
      {in_bounds = [true], permutation_map = #column}
      : tensor<4x4xf64>, vector<4xf64>
  %r2 = vector.transfer_read %m[%c0, %c2], %zero
      {in_bounds = [true], permutation_map = #column}
      : tensor<4x4xf64>, vector<4xf64>
  %r3 = vector.transfer_read %m[%c0, %c3], %zero
      {in_bounds = [true], permutation_map = #column}
      : tensor<4x4xf64>, vector<4xf64>
  %t0 = vector.transfer_write %r0, %empty[%c0, %c0] {in_bounds = [true]}
      : vector<4xf64>, tensor<4x4xf64>
  %t1 = vector.transfer_write %r1, %t0[%c1, %c0] {in_bounds = [true]}
      : vector<4xf64>, tensor<4x4xf64>
  %t2 = vector.transfer_write %r2, %t1[%c2, %c0] {in_bounds = [true]}
      : vector<4xf64>, tensor<4x4xf64>
  %t3 = vector.transfer_write %r3, %t2[%c3, %c0] {in_bounds = [true]}
      : vector<4xf64>, tensor<4x4xf64>
  return %t3 : tensor<4x4xf64>
}

//--- doubles.plain.mlir
func.func @turn(%m: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %empty = tensor.empty() : tensor<4x4xf64>
  %r = linalg.transpose ins(%m : tensor<4x4xf64>)
      outs(%empty : tensor<4x4xf64>) permutation = [1, 0]
  return %r : tensor<4x4xf64>
}

//--- between.mlir
// CHECK-LABEL: define {{.*}}@turn(
// CHECK-COUNT-32: load float
#column = affine_map<(i, k) -> (i)>
func.func @turn(%m: tensor<8x4xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x8xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r0 = vector.transfer_read %m[%c0, %c0], %zero
      {in_bounds = [true], permutation_map = #column}
      : tensor<8x4xf32>, vector<8xf32>
  %t0 = vector.transfer_write %r0, %empty[%c0, %c0] {in_bounds = [true]}
      : vector<8xf32>, tensor<4x8xf32>
  %r1 = vector.transfer_read %m[%c0, %c1], %zero
      {in_bounds = [true], permutation_map = #column}
      : tensor<8x4xf32>, vector<8xf32>
  %t1 = vector.transfer_write %r1, %t0[%c1, %c0] {in_bounds = [true]}
      : vector<8xf32>, tensor<4x8xf32>
  %r2 = vector.transfer_read %m[%c0, %c2], %zero
      {in_bounds = [true], permutation_map = #column}
      : tensor<8x4xf32>, vector<8xf32>
  %t2 = vector.transfer_write %r2, %t1[%c2, %c0] {in_bounds = [true]}
      : vector<8xf32>, tensor<4x8xf32>
  %r3 = vector.transfer_read %m[%c0, %c3], %zero
      {in_bounds = [true], permutation_map = #column}
      : tensor<8x4xf32>, vector<8xf32>
  %t3 = vector.transfer_write %r3, %t2[%c3, %c0] {in_bounds = [true]}
      : vector<8xf32>, tensor<4x8xf32>
  return %t3 : tensor<4x8xf32>
}

//--- between.plain.mlir
func.func @turn(%m: tensor<8x4xf32>) -> tensor<4x8xf32> {
  %empty = tensor.empty() : tensor<4x8xf32>
  %r = linalg.transpose ins(%m : tensor<8x4xf32>)
      outs(%empty : tensor<4x8xf32>) permutation = [1, 0]
  return %r : tensor<4x8xf32>
}
