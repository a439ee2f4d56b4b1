// Rows of a number that is known at run time only are copied by one call where
// no array has a gap between them, and else by loops. So is an array of a known
// size, of a kilobyte or more, between tasks, and each row of unknown length.

// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=lowered %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %as-run %t.mlir --entry=rows --compare=%s --entry=rows --sizes=d0=0,1,3,8 --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --entry=halves --compare=%s --entry=halves --sizes=d0=0,1,3,4 --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --entry=sum --compare=%s --entry=sum --sizes=d0=0,1,3,40 --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --entry=columns --compare=%s --entry=columns --sizes=d0=0,1,3,40 --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^}}results: equal{{$}}

// CHECK-LABEL: llvm.func internal @as_sized_rows(
// CHECK: "llvm.intr.memcpy"
// CHECK: llvm.return
// CHECK-LABEL: llvm.func internal @as_sized_halves(
// CHECK-NOT: memcpy
// CHECK: llvm.return
func.func @rows(%x: tensor<?x24xf32>, %y: tensor<9x24xf32>) -> tensor<9x24xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x24xf32>
  %r = tensor.insert_slice %x into %y[1, 0] [%n, 24] [1, 1] : tensor<?x24xf32> into tensor<9x24xf32>
  return %r : tensor<9x24xf32>
}

func.func @halves(%x: tensor<?x24xf32>, %y: tensor<5x48xf32>) -> tensor<5x48xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x24xf32>
  %r = tensor.insert_slice %x into %y[1, 24] [%n, 24] [1, 1] : tensor<?x24xf32> into tensor<5x48xf32>
  return %r : tensor<5x48xf32>
}

// CHECK-LABEL: llvm.func internal @as_sized_sum(
// CHECK: "llvm.intr.memcpy"
// CHECK: llvm.return
func.func @sum(%x: tensor<24x?xf32>, %w: tensor<?x256xf32>) -> tensor<24x256xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24x256xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<24x256xf32>) -> tensor<24x256xf32>
  %p = linalg.matmul ins(%x, %w : tensor<24x?xf32>, tensor<?x256xf32>) outs(%z : tensor<24x256xf32>) -> tensor<24x256xf32>
  return %p : tensor<24x256xf32>
}

// CHECK-LABEL: llvm.func internal @as_sized_columns(
// CHECK: llvm.icmp "slt"
// CHECK: "llvm.intr.memcpy"
// CHECK: llvm.return
func.func @columns(%x: tensor<4x?xf32>, %y: tensor<4x41xf32>) -> tensor<4x41xf32> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<4x?xf32>
  %r = tensor.insert_slice %x into %y[0, 1] [4, %n] [1, 1] : tensor<4x?xf32> into tensor<4x41xf32>
  return %r : tensor<4x41xf32>
}
