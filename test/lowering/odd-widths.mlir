// Elements of i24 take four bytes in memory: arrays of them are as long as those
// of i32, in a workspace as well, and results are the same.

// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --entry=odd --sizes=d0=9,d1=17 --compare=%s --entry=even --runs=0 | FileCheck %s
// CHECK: {{^}}results: equal{{$}}

#id = affine_map<(i,j)->(i,j)>
func.func @odd(%x: tensor<4x8xi32>, %t: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %t, %c0 : tensor<?x?xi32>
  %m = tensor.dim %t, %c1 : tensor<?x?xi32>
  %e = tensor.empty() : tensor<4x8xi24>
  %a = linalg.generic {indexing_maps=[#id,#id], iterator_types=["parallel","parallel"]} ins(%x: tensor<4x8xi32>) outs(%e: tensor<4x8xi24>) {
  ^bb0(%p: i32, %o: i24):
    %q0 = arith.addi %p, %p : i32
    %q = arith.trunci %q0 : i32 to i24
    linalg.yield %q : i24 } -> tensor<4x8xi24>
  %e2 = tensor.empty(%n, %m) : tensor<?x?xi24>
  %b = linalg.generic {indexing_maps=[#id,#id], iterator_types=["parallel","parallel"]} ins(%t: tensor<?x?xi32>) outs(%e2: tensor<?x?xi24>) {
  ^bb0(%p: i32, %o: i24):
    %q0 = arith.addi %p, %p : i32
    %q = arith.trunci %q0 : i32 to i24
    linalg.yield %q : i24 } -> tensor<?x?xi24>
  %s0 = tensor.insert_slice %a into %b[%c1, %c1] [4, 8] [1, 1] : tensor<4x8xi24> into tensor<?x?xi24>
  %s = tensor.insert_slice %a into %s0[%c5, %c7] [4, 8] [1, 1] : tensor<4x8xi24> into tensor<?x?xi24>
  %e3 = tensor.empty(%n, %m) : tensor<?x?xi32>
  %c = linalg.generic {indexing_maps=[#id,#id], iterator_types=["parallel","parallel"]} ins(%s: tensor<?x?xi24>) outs(%e3: tensor<?x?xi32>) {
  ^bb0(%p: i24, %o: i32):
    %q1 = arith.extsi %p : i24 to i32
    %q = arith.addi %q1, %q1 : i32
    linalg.yield %q : i32 } -> tensor<?x?xi32>
  return %c : tensor<?x?xi32>
}

func.func @even(%x: tensor<4x8xi32>, %t: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %t, %c0 : tensor<?x?xi32>
  %m = tensor.dim %t, %c1 : tensor<?x?xi32>
  %e = tensor.empty() : tensor<4x8xi32>
  %a = linalg.generic {indexing_maps=[#id,#id], iterator_types=["parallel","parallel"]} ins(%x: tensor<4x8xi32>) outs(%e: tensor<4x8xi32>) {
  ^bb0(%p: i32, %o: i32):
    %q = arith.addi %p, %p : i32
    linalg.yield %q : i32 } -> tensor<4x8xi32>
  %e2 = tensor.empty(%n, %m) : tensor<?x?xi32>
  %b = linalg.generic {indexing_maps=[#id,#id], iterator_types=["parallel","parallel"]} ins(%t: tensor<?x?xi32>) outs(%e2: tensor<?x?xi32>) {
  ^bb0(%p: i32, %o: i32):
    %q = arith.addi %p, %p : i32
    linalg.yield %q : i32 } -> tensor<?x?xi32>
  %s0 = tensor.insert_slice %a into %b[%c1, %c1] [4, 8] [1, 1] : tensor<4x8xi32> into tensor<?x?xi32>
  %s = tensor.insert_slice %a into %s0[%c5, %c7] [4, 8] [1, 1] : tensor<4x8xi32> into tensor<?x?xi32>
  %e3 = tensor.empty(%n, %m) : tensor<?x?xi32>
  %c = linalg.generic {indexing_maps=[#id,#id], iterator_types=["parallel","parallel"]} ins(%s: tensor<?x?xi32>) outs(%e3: tensor<?x?xi32>) {
  ^bb0(%p: i32, %o: i32):
    %q = arith.addi %p, %p : i32
    linalg.yield %q : i32 } -> tensor<?x?xi32>
  return %c : tensor<?x?xi32>
}
