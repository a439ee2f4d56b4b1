// Rows that are padded at their end are copied as vectors, the last of which
// ends with the padding, in place of a fill of the columns behind them.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %as-run %t.mlir --entry=bytes --compare=%s --stock --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --entry=batches --compare=%s --stock --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --entry=narrow --compare=%s --stock --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --entry=deep --compare=%s --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: results: equal

// The last 13 of 45 elements are those of the 16 before the end.
// CHECK-LABEL: llvm.func @bytes(
// CHECK: llvm.load %{{.*}} -> vector<32xi8>
// CHECK: llvm.store %{{.*}} : vector<32xi8>
// CHECK: %[[LAST:.*]] = llvm.load %{{.*}} -> vector<16xi8>
// CHECK: llvm.shufflevector %[[LAST]], %{{.*}} [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 16, 16]
// CHECK: llvm.return
func.func @bytes(%x: tensor<70x45xi8>) -> tensor<70x48xi8> {
  %seven = arith.constant 7 : i8
  %p = tensor.pad %x low[0, 0] high[0, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %seven : i8
  } : tensor<70x45xi8> to tensor<70x48xi8>
  return %p : tensor<70x48xi8>
}

// Two whole vectors are of what is there, one of both, and one of padding only.
// Rows that are padding are filled apart.
// CHECK-LABEL: llvm.func @batches(
// CHECK: llvm.load %{{.*}} -> vector<16xf32>
// CHECK: llvm.load %{{.*}} -> vector<16xf32>
// CHECK: %[[LAST:.*]] = llvm.load %{{.*}} -> vector<16xf32>
// CHECK: llvm.shufflevector %[[LAST]], %{{.*}} [15, 16, 16, 16,
// CHECK: llvm.return
func.func @batches(%x: tensor<3x5x33xf32>) -> tensor<3x6x64xf32> {
  %seven = arith.constant 7.0 : f32
  %p = tensor.pad %x low[0, 0, 0] high[0, 1, 31] {
  ^bb0(%b: index, %i: index, %j: index):
    tensor.yield %seven : f32
  } : tensor<3x5x33xf32> to tensor<3x6x64xf32>
  return %p : tensor<3x6x64xf32>
}

// No vector of eight can be loaded from a row of seven.
// CHECK-LABEL: llvm.func @narrow(
// CHECK-NOT: llvm.shufflevector
// CHECK: llvm.return
func.func @narrow(%x: tensor<70x7xf32>) -> tensor<70x8xf32> {
  %seven = arith.constant 7.0 : f32
  %p = tensor.pad %x low[0, 0] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %seven : f32
  } : tensor<70x7xf32> to tensor<70x8xf32>
  return %p : tensor<70x8xf32>
}

// Of more than eight dimensions the fill stays.
func.func @deep(%x: tensor<1x1x2x1x1x2x1x1x2x45xf32>) -> tensor<1x1x2x1x1x2x1x1x2x48xf32> {
  %seven = arith.constant 7.0 : f32
  %p = tensor.pad %x low[0, 0, 0, 0, 0, 0, 0, 0, 0, 0] high[0, 0, 0, 0, 0, 0, 0, 0, 0, 3] {
  ^bb0(%a: index, %b: index, %c: index, %d: index, %e: index, %f: index, %g: index, %h: index, %i: index, %j: index):
    tensor.yield %seven : f32
  } : tensor<1x1x2x1x1x2x1x1x2x45xf32> to tensor<1x1x2x1x1x2x1x1x2x48xf32>
  return %p : tensor<1x1x2x1x1x2x1x1x2x48xf32>
}
