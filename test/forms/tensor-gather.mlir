// tensor.gather is scheduled as any gather is, and tensor.scatter becomes a loop of
// insertions. Nothing upstream lowers them. Of dynamic shapes they stay.
// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %t/ops.mlir -o %t/lowered.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: remark: 'dynamic' is not lowered: {{.*}}ops.mlir:19:8: 'tensor.gather' is on tensors, and as-opt knows no form of it on buffers; run a pass that lowers it to linalg first
// REMARK-NOT: remark
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS-DAG: "label":"elementwise 5x3x8"
// TASKS-DAG: "label":"elementwise 5x4"

// RUN: %as-run %t/lowered.mlir --entry=rows --compare=%t/reference.mlir --runs=0 | FileCheck %s
// RUN: %as-run %t/lowered.mlir --entry=columns --compare=%t/reference.mlir --runs=0 | FileCheck %s
// RUN: %as-run %t/lowered.mlir --entry=elements --compare=%t/reference.mlir --runs=0 | FileCheck %s
// RUN: %as-run %t/lowered.mlir --entry=scatter --compare=%t/reference.mlir --runs=0 | FileCheck %s
// RUN: %as-run %t/ops.mlir --entry=columns --compare=%t/reference.mlir --runs=0 | FileCheck %s
// RUN: %as-run %t/ops.mlir --entry=scatter --compare=%t/reference.mlir --runs=0 | FileCheck %s
// CHECK: results: equal

//--- ops.mlir
func.func @rows(%x: tensor<9x8xf32>, %at: tensor<5x3x1xi32>) -> tensor<5x3x8xf32> {
  %r = tensor.gather %x[%at] gather_dims([0]) : (tensor<9x8xf32>, tensor<5x3x1xi32>) -> tensor<5x3x8xf32>
  return %r : tensor<5x3x8xf32>
}
func.func @columns(%x: tensor<4x7xf32>, %at: tensor<5x1xindex>) -> tensor<5x4x1xf32> {
  %r = tensor.gather %x[%at] gather_dims([1]) : (tensor<4x7xf32>, tensor<5x1xindex>) -> tensor<5x4x1xf32>
  return %r : tensor<5x4x1xf32>
}
func.func @elements(%x: tensor<4x6x7xf32>, %at: tensor<5x2xi64>) -> tensor<5x6xf32> {
  %r = tensor.gather %x[%at] gather_dims([0, 2]) : (tensor<4x6x7xf32>, tensor<5x2xi64>) -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}
func.func @scatter(%new: tensor<2x3x4x1x6xf32>, %x: tensor<4x5x6xf32>, %at: tensor<2x3x1xindex>) -> tensor<4x5x6xf32> {
  %r = tensor.scatter %new into %x[%at] scatter_dims([1]) unique
      : (tensor<2x3x4x1x6xf32>, tensor<4x5x6xf32>, tensor<2x3x1xindex>) -> tensor<4x5x6xf32>
  return %r : tensor<4x5x6xf32>
}
func.func @dynamic(%x: tensor<?x8xf32>, %at: tensor<5x1xindex>) -> tensor<5x8xf32> {
  %r = tensor.gather %x[%at] gather_dims([0]) : (tensor<?x8xf32>, tensor<5x1xindex>) -> tensor<5x8xf32>
  return %r : tensor<5x8xf32>
}

//--- reference.mlir
func.func @rows(%x: tensor<9x8xf32>, %at: tensor<5x3x1xi32>) -> tensor<5x3x8xf32> {
  %r = tensor.generate {
  ^bb0(%i: index, %j: index, %k: index):
    %c0 = arith.constant 0 : index
    %t = tensor.extract %at[%i, %j, %c0] : tensor<5x3x1xi32>
    %row = arith.index_cast %t : i32 to index
    %v = tensor.extract %x[%row, %k] : tensor<9x8xf32>
    tensor.yield %v : f32
  } : tensor<5x3x8xf32>
  return %r : tensor<5x3x8xf32>
}
func.func @columns(%x: tensor<4x7xf32>, %at: tensor<5x1xindex>) -> tensor<5x4x1xf32> {
  %r = tensor.generate {
  ^bb0(%i: index, %j: index, %k: index):
    %c0 = arith.constant 0 : index
    %column = tensor.extract %at[%i, %c0] : tensor<5x1xindex>
    %v = tensor.extract %x[%j, %column] : tensor<4x7xf32>
    tensor.yield %v : f32
  } : tensor<5x4x1xf32>
  return %r : tensor<5x4x1xf32>
}
func.func @elements(%x: tensor<4x6x7xf32>, %at: tensor<5x2xi64>) -> tensor<5x6xf32> {
  %r = tensor.generate {
  ^bb0(%i: index, %j: index):
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %s = tensor.extract %at[%i, %c0] : tensor<5x2xi64>
    %t = tensor.extract %at[%i, %c1] : tensor<5x2xi64>
    %a = arith.index_cast %s : i64 to index
    %b = arith.index_cast %t : i64 to index
    %v = tensor.extract %x[%a, %j, %b] : tensor<4x6x7xf32>
    tensor.yield %v : f32
  } : tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}
func.func @scatter(%new: tensor<2x3x4x1x6xf32>, %x: tensor<4x5x6xf32>, %at: tensor<2x3x1xindex>) -> tensor<4x5x6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%x1 = %x) -> tensor<4x5x6xf32> {
    %s = scf.for %j = %c0 to %c3 step %c1 iter_args(%x2 = %x1) -> tensor<4x5x6xf32> {
      %k = tensor.extract %at[%i, %j, %c0] : tensor<2x3x1xindex>
      %one = tensor.extract_slice %new[%i, %j, 0, 0, 0] [1, 1, 4, 1, 6] [1, 1, 1, 1, 1]
          : tensor<2x3x4x1x6xf32> to tensor<4x1x6xf32>
      %x3 = tensor.insert_slice %one into %x2[0, %k, 0] [4, 1, 6] [1, 1, 1] : tensor<4x1x6xf32> into tensor<4x5x6xf32>
      scf.yield %x3 : tensor<4x5x6xf32>
    }
    scf.yield %s : tensor<4x5x6xf32>
  }
  return %r : tensor<4x5x6xf32>
}
