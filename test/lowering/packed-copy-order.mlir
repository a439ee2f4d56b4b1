// Copies into tiles go by rows of what is copied. They do not where iterations
// write to the same place, as the last of these has to win.

// RUN: rm -rf %t && split-file %s %t
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered %t/apart.mlir | FileCheck %t/apart.mlir
// RUN: %as-run %t/apart.mlir --compare=%t/apart.plain.mlir --runs=0
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered %t/over.mlir | FileCheck %t/over.mlir
// RUN: %as-run %t/over.mlir --compare=%t/over.plain.mlir --runs=0

//--- apart.mlir
// The loop over rows is outside.
// CHECK-LABEL: llvm.func {{.*}}@pack(
// CHECK-DAG: [[ROWS:%[0-9]+]] = llvm.mlir.constant(40 : index)
// CHECK-DAG: [[TILES:%[0-9]+]] = llvm.mlir.constant(96 : index)
// CHECK: llvm.icmp "slt" {{.*}}, [[ROWS]]
// CHECK: llvm.icmp "slt" {{.*}}, [[TILES]]
// CHECK: llvm.return
func.func @pack(%b: tensor<41x100xf32>) -> tensor<39x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c40 = arith.constant 40 : index
  %c96 = arith.constant 96 : index
  %empty = tensor.empty() : tensor<6x44x16xf32>
  %packed = scf.for %j = %c0 to %c96 step %c16 iter_args(%p = %empty) -> (tensor<6x44x16xf32>) {
    %tile = arith.divui %j, %c16 : index
    %slice = tensor.extract_slice %p[%tile, 0, 0] [1, 44, 16] [1, 1, 1] : tensor<6x44x16xf32> to tensor<44x16xf32>
    %copy = scf.for %k = %c0 to %c40 step %c8 iter_args(%s = %slice) -> (tensor<44x16xf32>) {
      %v = vector.transfer_read %b[%k, %j], %zero {in_bounds = [true, true]} : tensor<41x100xf32>, vector<8x16xf32>
      %w = vector.transfer_write %v, %s[%k, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, tensor<44x16xf32>
      scf.yield %w : tensor<44x16xf32>
    }
    %all = tensor.insert_slice %copy into %p[%tile, 0, 0] [1, 44, 16] [1, 1, 1] : tensor<44x16xf32> into tensor<6x44x16xf32>
    scf.yield %all : tensor<6x44x16xf32>
  }
  %r = tensor.extract_slice %packed[2, 0, 0] [1, 39, 16] [1, 1, 1] : tensor<6x44x16xf32> to tensor<39x16xf32>
  return %r : tensor<39x16xf32>
}

//--- apart.plain.mlir
func.func @pack(%b: tensor<41x100xf32>) -> tensor<39x16xf32> {
  %r = tensor.extract_slice %b[0, 32] [39, 16] [1, 1] : tensor<41x100xf32> to tensor<39x16xf32>
  return %r : tensor<39x16xf32>
}

//--- over.mlir
// Each iteration over rows writes the next one's as well.
// CHECK-LABEL: llvm.func {{.*}}@pack(
// CHECK-DAG: [[ROWS:%[0-9]+]] = llvm.mlir.constant(32 : index)
// CHECK-DAG: [[TILES:%[0-9]+]] = llvm.mlir.constant(96 : index)
// CHECK: llvm.icmp "slt" {{.*}}, [[TILES]]
// CHECK: llvm.icmp "slt" {{.*}}, [[ROWS]]
// CHECK: llvm.return
func.func @pack(%b: tensor<41x100xf32>) -> tensor<40x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c36 = arith.constant 36 : index
  %c96 = arith.constant 96 : index
  %empty = tensor.empty() : tensor<40x16xf32>
  %packed = scf.for %j = %c0 to %c96 step %c16 iter_args(%p = %empty) -> (tensor<40x16xf32>) {
    %copy = scf.for %k = %c0 to %c32 step %c4 iter_args(%s = %p) -> (tensor<40x16xf32>) {
      %v = vector.transfer_read %b[%k, %j], %zero {in_bounds = [true, true]} : tensor<41x100xf32>, vector<12x16xf32>
      %w = vector.transfer_write %v, %s[%k, %c0] {in_bounds = [true, true]} : vector<12x16xf32>, tensor<40x16xf32>
      scf.yield %w : tensor<40x16xf32>
    }
    scf.yield %copy : tensor<40x16xf32>
  }
  return %packed : tensor<40x16xf32>
}

//--- over.plain.mlir
func.func @pack(%b: tensor<41x100xf32>) -> tensor<40x16xf32> {
  %r = tensor.extract_slice %b[0, 80] [40, 16] [1, 1] : tensor<41x100xf32> to tensor<40x16xf32>
  return %r : tensor<40x16xf32>
}
