// Functions become kernels.
// RUN: %as-opt --as-gpu-lower --split-input-file %s | FileCheck %s

// An updated operand is copied first, by a kernel of its own: arguments that
// are not results are only read.
// CHECK-LABEL: gpu.module @kernels
// CHECK: llvm.func @update_1(%{{.*}}, %[[FROM:.*]]: !llvm.ptr {{.*}}, %[[TO:.*]]: !llvm.ptr {{.*}}as.grid = array<i64: 1, 1, 1>
// CHECK: llvm.func @update_2
// CHECK-SAME: as.block = array<i64: 256, 1, 1>
func.func @update(%x: tensor<64xf32>, %sum: tensor<64xf32>) -> tensor<64xf32> {
  %r = scf.forall (%i) in (64) shared_outs(%out = %sum) -> tensor<64xf32> {
    %a = tensor.extract_slice %x[%i] [1] [1] : tensor<64xf32> to tensor<1xf32>
    %b = tensor.extract_slice %out[%i] [1] [1] : tensor<64xf32> to tensor<1xf32>
    %c = linalg.add ins(%a, %b : tensor<1xf32>, tensor<1xf32>) outs(%b : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %c into %out[%i] [1] [1] : tensor<1xf32> into tensor<64xf32>
    }
  } {mapping = [#gpu.thread<linear_dim_0>]}
  return %r : tensor<64xf32>
}

// -----

// Without a schedule, one thread does everything. A square root is an
// instruction.
// CHECK-LABEL: llvm.func @roots
// CHECK-SAME: as.block = array<i64: 1, 1, 1>, as.grid = array<i64: 1, 1, 1>
// CHECK: llvm.call_intrinsic "llvm.sqrt"
func.func @roots(%x: tensor<64xf32>) -> tensor<64xf32> {
  %empty = tensor.empty() : tensor<64xf32>
  %r = linalg.sqrt ins(%x : tensor<64xf32>) outs(%empty : tensor<64xf32>) -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// A constant moves to the module of kernels.
// CHECK-LABEL: gpu.module @kernels
// CHECK-NEXT: llvm.mlir.global private constant @[[CONSTANT:[_a-z0-9]+]](dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>)
// CHECK-NEXT: llvm.func @plus
// CHECK: llvm.mlir.addressof @[[CONSTANT]]
func.func @plus(%x: tensor<4xf32>) -> tensor<4xf32> {
  %constant = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %r = scf.forall (%i) in (4) shared_outs(%out = %empty) -> tensor<4xf32> {
    %a = tensor.extract_slice %x[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %b = tensor.extract_slice %constant[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %o = tensor.extract_slice %out[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %c = linalg.add ins(%a, %b : tensor<1xf32>, tensor<1xf32>) outs(%o : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %c into %out[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  } {mapping = [#gpu.thread<linear_dim_0>]}
  return %r : tensor<4xf32>
}
