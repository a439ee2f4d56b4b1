// Large arrays of what depends on weights alone are asked to be in huge pages
// before anything is written to them. Small ones are not.

// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// CHECK: llvm.func internal @as_once.huge(
// CHECK: llvm.call @madvise(
// CHECK-LABEL: llvm.func @as_load_large(
// CHECK: llvm.call @as_once.huge(
// CHECK: llvm.call @large.body.load
// CHECK-NOT: llvm.call @as_once.huge(

// RUN: %as-run %t.mlir --entry=large --compare=%s --stock --runs=1
// RUN: %as-run %t.mlir --entry=small --compare=%s --stock --runs=1
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=shared %s -o %t.so
// RUN: %as-run %t.so --entry=large --compare=%s --stock --runs=1

func.func @large(%x: tensor<4x1024xf32>, %w: tensor<1024x1024xf32> {as.constant}) -> tensor<4x1024xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x1024xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x1024xf32>) -> tensor<4x1024xf32>
  %r = linalg.matmul ins(%x, %w : tensor<4x1024xf32>, tensor<1024x1024xf32>) outs(%z : tensor<4x1024xf32>) -> tensor<4x1024xf32>
  return %r : tensor<4x1024xf32>
}

func.func @small(%x: tensor<4x64xf32>, %w: tensor<64x64xf32> {as.constant}) -> tensor<4x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x64xf32>) -> tensor<4x64xf32>
  %r = linalg.matmul ins(%x, %w : tensor<4x64xf32>, tensor<64x64xf32>) outs(%z : tensor<4x64xf32>) -> tensor<4x64xf32>
  return %r : tensor<4x64xf32>
}
