// A reduction that combines its result with a value that no tensor gives does so
// once for each iteration. Upstream's vectoriser would do it once in all.

// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=scheduled %s -o %t.mlir 2>&1 | FileCheck %s
// RUN: %as-run %t.mlir --entry=counts --compare=%s --entry=counts --stock --runs=0
// RUN: %as-run %t.mlir --entry=scalars --compare=%s --entry=scalars --stock --runs=0
// RUN: FileCheck %s --check-prefix=READ < %t.mlir

// CHECK-COUNT-3: remark: linalg.generic is not scheduled: it combines its result with a value that it reads from no tensor, once for each iteration
// CHECK-NOT: remark

func.func @counts(%x: tensor<16x8xi32>, %to: tensor<16xi32>)
    -> (tensor<16xi32>, tensor<16xi32>) {
  %three = arith.constant 3 : i32
  %r = linalg.generic
      {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x8xi32>) outs(%to : tensor<16xi32>) {
  ^bb0(%in: i32, %out: i32):
    %0 = arith.addi %out, %three : i32
    linalg.yield %0 : i32
  } -> tensor<16xi32>
  // What is read comes to nothing.
  %s = linalg.generic
      {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x8xi32>) outs(%r : tensor<16xi32>) {
  ^bb0(%in: i32, %out: i32):
    %0 = arith.subi %in, %in : i32
    %1 = arith.ori %0, %three : i32
    %2 = arith.muli %1, %out : i32
    linalg.yield %2 : i32
  } -> tensor<16xi32>
  return %r, %s : tensor<16xi32>, tensor<16xi32>
}

func.func @scalars(%x: tensor<16x8xi32>, %a: i32, %to: tensor<16xi32>)
    -> tensor<16xi32> {
  %r = linalg.generic
      {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>,
                        affine_map<(i, j) -> (i)>],
       iterator_types = ["parallel", "reduction"]}
      ins(%x, %a : tensor<16x8xi32>, i32) outs(%to : tensor<16xi32>) {
  ^bb0(%in: i32, %scalar: i32, %out: i32):
    %0 = arith.addi %out, %scalar : i32
    linalg.yield %0 : i32
  } -> tensor<16xi32>
  return %r : tensor<16xi32>
}

// READ-LABEL: func.func @read(
// READ-SAME: as.scheduled
func.func @read(%x: tensor<16x8xi32>, %to: tensor<16xi32>) -> tensor<16xi32> {
  %three = arith.constant 3 : i32
  %r = linalg.generic
      {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x8xi32>) outs(%to : tensor<16xi32>) {
  ^bb0(%in: i32, %out: i32):
    %0 = arith.addi %in, %three : i32
    %1 = arith.addi %out, %0 : i32
    linalg.yield %1 : i32
  } -> tensor<16xi32>
  return %r : tensor<16xi32>
}
