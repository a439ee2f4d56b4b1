// Assertions that stay in the body: of what the body computes from its output,
// and where there is nothing to check.

// RUN: %as-opt --autoschedule --emit=tasks --trials=0 --records=none --progress=none %s 2>&1 | FileCheck %s

#all = affine_map<(d0) -> (d0)>

// CHECK: remark: linalg.generic is not scheduled: its body does more than arithmetic and gathers from static tensors; move what else it does out of it
// CHECK-LABEL: func.func @of_output(
// CHECK-NOT: scf.for
// CHECK: linalg.generic
// CHECK: cf.assert
func.func @of_output(%x: tensor<5xi64>) -> tensor<5xi64> {
  %size = arith.constant 11 : i64
  %r = linalg.generic
      {indexing_maps = [#all], iterator_types = ["parallel"]}
      outs(%x : tensor<5xi64>) {
  ^bb0(%out: i64):
    %in = arith.cmpi slt, %out, %size : i64
    cf.assert %in, "too large"
    %sum = arith.addi %out, %size : i64
    linalg.yield %sum : i64
  } -> tensor<5xi64>
  return %r : tensor<5xi64>
}

// CHECK-LABEL: func.func @of_nothing(
// CHECK-NOT: scf.for
// CHECK: cf.assert
func.func @of_nothing(%x: tensor<5xi64>, %y: tensor<0xi64>) -> tensor<0xi64> {
  %never = arith.constant false
  %empty = tensor.empty() : tensor<0xi64>
  %r = linalg.generic
      {indexing_maps = [#all, #all], iterator_types = ["parallel"]}
      ins(%y : tensor<0xi64>) outs(%empty : tensor<0xi64>) {
  ^bb0(%in: i64, %out: i64):
    cf.assert %never, "never"
    linalg.yield %in : i64
  } -> tensor<0xi64>
  return %r : tensor<0xi64>
}
