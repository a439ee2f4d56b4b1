// Buffers of at most 8 KiB in all are on the stack in functions without calls:
// allocating one took a tenth of the time of a softmax of two rows, which a tile
// of a dynamic size may be.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %as-run %t.mlir --entry=small --compare=%s --stock --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --entry=large --compare=%s --stock --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: results: equal

// CHECK-LABEL: llvm.func @small(
// CHECK: llvm.alloca %{{.*}} x f32 {alignment = 64 : i64}
// CHECK-NOT: {{llvm.alloca|@malloc|@free}}
// CHECK: llvm.return
func.func @small(%x: tensor<6x7xf32>) -> tensor<6x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<6x8xf32>
  %ones = linalg.fill ins(%one : f32) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  %p = tensor.insert_slice %x into %ones[0, 1] [6, 7] [1, 1]
      : tensor<6x7xf32> into tensor<6x8xf32>
  %start = tensor.empty() : tensor<6x8xf32>
  %r = scf.for %y = %c0 to %c6 step %c1 iter_args(%to = %start) -> (tensor<6x8xf32>) {
    %v = vector.transfer_read %p[%y, %c0], %one {in_bounds = [true]}
        : tensor<6x8xf32>, vector<8xf32>
    %d = arith.addf %v, %v : vector<8xf32>
    %w = vector.transfer_write %d, %to[%y, %c0] {in_bounds = [true]}
        : vector<8xf32>, tensor<6x8xf32>
    scf.yield %w : tensor<6x8xf32>
  }
  return %r : tensor<6x8xf32>
}

// 2,049 elements do not fit.
// CHECK-LABEL: llvm.func @large(
// CHECK-NOT: llvm.alloca
// CHECK: @malloc
// CHECK-NOT: llvm.alloca
// CHECK: @free
// CHECK: llvm.return
func.func @large(%x: tensor<3x682xf32>) -> tensor<3x683xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<3x683xf32>
  %ones = linalg.fill ins(%one : f32) outs(%e : tensor<3x683xf32>) -> tensor<3x683xf32>
  %p = tensor.insert_slice %x into %ones[0, 1] [3, 682] [1, 1]
      : tensor<3x682xf32> into tensor<3x683xf32>
  %start = tensor.empty() : tensor<3x683xf32>
  %r = scf.for %y = %c0 to %c3 step %c1 iter_args(%to = %start) -> (tensor<3x683xf32>) {
    %v = vector.transfer_read %p[%y, %c0], %one {in_bounds = [true]}
        : tensor<3x683xf32>, vector<683xf32>
    %d = arith.addf %v, %v : vector<683xf32>
    %w = vector.transfer_write %d, %to[%y, %c0] {in_bounds = [true]}
        : vector<683xf32>, tensor<3x683xf32>
    scf.yield %w : tensor<3x683xf32>
  }
  return %r : tensor<3x683xf32>
}

// What calls hand to each other is a workspace.
// CHECK-LABEL: llvm.func @calls(
// CHECK: as_workspace
// CHECK: llvm.return
func.func @calls(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  %0 = linalg.matmul ins(%x, %x : tensor<16x16xf32>, tensor<16x16xf32>) outs(%f : tensor<16x16xf32>) -> tensor<16x16xf32>
  %1 = linalg.matmul ins(%0, %x : tensor<16x16xf32>, tensor<16x16xf32>) outs(%f : tensor<16x16xf32>) -> tensor<16x16xf32>
  %2 = linalg.matmul ins(%1, %x : tensor<16x16xf32>, tensor<16x16xf32>) outs(%f : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %2 : tensor<16x16xf32>
}
