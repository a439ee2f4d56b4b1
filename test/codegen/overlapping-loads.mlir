// Vectors of narrow numbers whose lanes are a sum of three powers of two are
// loaded in two pieces that overlap. LLVM would take them apart byte by byte.

// RUN: %as-opt --autoschedule --target=cpu:haswell --emit=llvm --records=none --trials=0 --progress=none %s | FileCheck %s
// RUN: %as-opt --autoschedule --target=cpu:haswell --emit=asm --records=none --trials=0 --progress=none %s | FileCheck %s --check-prefix=ASSEMBLY
// RUN: %as-opt --autoschedule --records=none --trials=0 --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --entry=bytes --compare=%s --stock --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --entry=halves --compare=%s --stock --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --entry=sum_of_two --compare=%s --stock --runs=0 | FileCheck %s --check-prefix=EQUAL

// EQUAL: results: equal

// ASSEMBLY-NOT: vpinsrb

// 13 = 8 + 4 + 1.
// CHECK-LABEL: define {{.*}}@bytes(
// CHECK-NOT: load <13 x i8>
// CHECK: load <8 x i8>, ptr %[[ROW:[^,]+]], align 1
// CHECK: %[[LAST:.*]] = getelementptr inbounds {{.*}}i8, ptr %[[ROW]], i64 5
// CHECK: load <8 x i8>, ptr %[[LAST]], align 1
// CHECK-NOT: load <13 x i8>
// CHECK: ret void
func.func @bytes(%x: tensor<4x13xi8>) -> tensor<4x13xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %none = arith.constant 0 : i8
  %empty = tensor.empty() : tensor<4x13xi32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%out = %empty) -> (tensor<4x13xi32>) {
    %row = vector.transfer_read %x[%i, %c0], %none {in_bounds = [true]} : tensor<4x13xi8>, vector<13xi8>
    %wide = arith.extsi %row : vector<13xi8> to vector<13xi32>
    %next = vector.transfer_write %wide, %out[%i, %c0] {in_bounds = [true]} : vector<13xi32>, tensor<4x13xi32>
    scf.yield %next : tensor<4x13xi32>
  }
  return %r : tensor<4x13xi32>
}

// 15 = 8 + 4 + 2 + 1.
// CHECK-LABEL: define {{.*}}@halves(
// CHECK-NOT: load <15 x i16>
// CHECK-COUNT-2: load <8 x i16>
// CHECK-NOT: load <15 x i16>
// CHECK: ret void
func.func @halves(%x: tensor<4x15xi16>) -> tensor<4x15xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %none = arith.constant 0 : i16
  %empty = tensor.empty() : tensor<4x15xi32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%out = %empty) -> (tensor<4x15xi32>) {
    %row = vector.transfer_read %x[%i, %c0], %none {in_bounds = [true]} : tensor<4x15xi16>, vector<15xi16>
    %wide = arith.extsi %row : vector<15xi16> to vector<15xi32>
    %next = vector.transfer_write %wide, %out[%i, %c0] {in_bounds = [true]} : vector<15xi32>, tensor<4x15xi32>
    scf.yield %next : tensor<4x15xi32>
  }
  return %r : tensor<4x15xi32>
}

// 12 = 8 + 4: LLVM needs one scalar for each.
// CHECK-LABEL: define {{.*}}@sum_of_two(
// CHECK: load <12 x i8>
// CHECK: ret void
func.func @sum_of_two(%x: tensor<4x12xi8>) -> tensor<4x12xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %none = arith.constant 0 : i8
  %empty = tensor.empty() : tensor<4x12xi32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%out = %empty) -> (tensor<4x12xi32>) {
    %row = vector.transfer_read %x[%i, %c0], %none {in_bounds = [true]} : tensor<4x12xi8>, vector<12xi8>
    %wide = arith.extsi %row : vector<12xi8> to vector<12xi32>
    %next = vector.transfer_write %wide, %out[%i, %c0] {in_bounds = [true]} : vector<12xi32>, tensor<4x12xi32>
    scf.yield %next : tensor<4x12xi32>
  }
  return %r : tensor<4x12xi32>
}
