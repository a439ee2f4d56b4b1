// Loops, branches and scatters of TOSA become scf, also one in another; the
// operations inside become linalg, and are scheduled.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --emit=tasks --records=none --progress=none %t/tosa.mlir -o - | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/tosa.mlir -o %t/lowered.mlir
// RUN: %as-run %t/lowered.mlir --entry=f --compare=%t/reference.mlir --stock --runs=0
// REQUIRES: search

// CHECK-NOT: tosa.{{.*}}(
// CHECK: scf.if
// CHECK: scf.while
// CHECK: scf.for
// CHECK: as.task =
// CHECK-NOT: tosa.{{.*}}(

//--- tosa.mlir
func.func @f(%c: tensor<i1>, %a: tensor<4x6x10xf32>, %b: tensor<4x6x10xf32>, %v: tensor<4x3x10xf32>)
    -> (tensor<4x6x10xf32>, tensor<4x6x10xf32>, tensor<4x6x10xf32>) {
  %0 = "tosa.cond_if"(%c, %a, %b) ({
  ^bb0(%p: tensor<4x6x10xf32>, %q: tensor<4x6x10xf32>):
    %again = tosa.cond_if %c : tensor<i1> -> tensor<4x6x10xf32> {
      %x = tosa.add %p, %q : (tensor<4x6x10xf32>, tensor<4x6x10xf32>) -> tensor<4x6x10xf32>
      tosa.yield %x : tensor<4x6x10xf32>
    } else {
      tosa.yield %p : tensor<4x6x10xf32>
    }
    tosa.yield %again : tensor<4x6x10xf32>
  }, {
  ^bb0(%p: tensor<4x6x10xf32>, %q: tensor<4x6x10xf32>):
    %x = tosa.sub %p, %q : (tensor<4x6x10xf32>, tensor<4x6x10xf32>) -> tensor<4x6x10xf32>
    tosa.yield %x : tensor<4x6x10xf32>
  }) : (tensor<i1>, tensor<4x6x10xf32>, tensor<4x6x10xf32>) -> tensor<4x6x10xf32>
  %zero = "tosa.const"() <{values = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %1:2 = tosa.while_loop (%i = %zero, %x = %a) : (tensor<i32>, tensor<4x6x10xf32>) -> (tensor<i32>, tensor<4x6x10xf32>) {
    %seven = "tosa.const"() <{values = dense<7> : tensor<i32>}> : () -> tensor<i32>
    %more = tosa.greater %seven, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %x: tensor<4x6x10xf32>):
    %one = "tosa.const"() <{values = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %j = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %y:2 = tosa.while_loop (%n = %zero, %u = %x) : (tensor<i32>, tensor<4x6x10xf32>) -> (tensor<i32>, tensor<4x6x10xf32>) {
      %isFirst = tosa.greater %one, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      tosa.yield %isFirst : tensor<i1>
    } do {
    ^bb0(%n: tensor<i32>, %u: tensor<4x6x10xf32>):
      %m = tosa.add %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %v1 = tosa.add %u, %b : (tensor<4x6x10xf32>, tensor<4x6x10xf32>) -> tensor<4x6x10xf32>
      tosa.yield %m, %v1 : tensor<i32>, tensor<4x6x10xf32>
    }
    tosa.yield %j, %y#1 : tensor<i32>, tensor<4x6x10xf32>
  }
  %where = "tosa.const"() <{values = dense<[[0, 5, 2], [1, 2, 3], [3, 4, 0], [0, 1, 5]]> : tensor<4x3xi32>}> : () -> tensor<4x3xi32>
  %2 = tosa.scatter %a, %where, %v : (tensor<4x6x10xf32>, tensor<4x3xi32>, tensor<4x3x10xf32>) -> tensor<4x6x10xf32>
  return %0, %1#1, %2 : tensor<4x6x10xf32>, tensor<4x6x10xf32>, tensor<4x6x10xf32>
}

//--- reference.mlir
#id = affine_map<(i, j, k) -> (i, j, k)>
func.func @f(%c: tensor<i1>, %a: tensor<4x6x10xf32>, %b: tensor<4x6x10xf32>, %v: tensor<4x3x10xf32>)
    -> (tensor<4x6x10xf32>, tensor<4x6x10xf32>, tensor<4x6x10xf32>) {
  %e = tensor.empty() : tensor<4x6x10xf32>
  %isSum = tensor.extract %c[] : tensor<i1>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b : tensor<4x6x10xf32>, tensor<4x6x10xf32>)
      outs(%e, %e : tensor<4x6x10xf32>, tensor<4x6x10xf32>) {
  ^bb0(%x: f32, %y: f32, %o0: f32, %o1: f32):
    %sum = arith.addf %x, %y : f32
    %difference = arith.subf %x, %y : f32
    %1 = arith.select %isSum, %sum, %difference : f32
    %2 = arith.addf %sum, %y : f32
    %3 = arith.addf %2, %y : f32
    %4 = arith.addf %3, %y : f32
    %5 = arith.addf %4, %y : f32
    %6 = arith.addf %5, %y : f32
    %7 = arith.addf %6, %y : f32
    linalg.yield %1, %7 : f32, f32
  } -> (tensor<4x6x10xf32>, tensor<4x6x10xf32>)
  %n0 = tensor.extract_slice %v[0, 0, 0] [1, 1, 10] [1, 1, 1] : tensor<4x3x10xf32> to tensor<1x10xf32>
  %s0 = tensor.insert_slice %n0 into %a[0, 0, 0] [1, 1, 10] [1, 1, 1] : tensor<1x10xf32> into tensor<4x6x10xf32>
  %n1 = tensor.extract_slice %v[0, 1, 0] [1, 1, 10] [1, 1, 1] : tensor<4x3x10xf32> to tensor<1x10xf32>
  %s1 = tensor.insert_slice %n1 into %s0[0, 5, 0] [1, 1, 10] [1, 1, 1] : tensor<1x10xf32> into tensor<4x6x10xf32>
  %n2 = tensor.extract_slice %v[0, 2, 0] [1, 1, 10] [1, 1, 1] : tensor<4x3x10xf32> to tensor<1x10xf32>
  %s2 = tensor.insert_slice %n2 into %s1[0, 2, 0] [1, 1, 10] [1, 1, 1] : tensor<1x10xf32> into tensor<4x6x10xf32>
  %n3 = tensor.extract_slice %v[1, 0, 0] [1, 3, 10] [1, 1, 1] : tensor<4x3x10xf32> to tensor<3x10xf32>
  %s3 = tensor.insert_slice %n3 into %s2[1, 1, 0] [1, 3, 10] [1, 1, 1] : tensor<3x10xf32> into tensor<4x6x10xf32>
  %n4 = tensor.extract_slice %v[2, 0, 0] [1, 2, 10] [1, 1, 1] : tensor<4x3x10xf32> to tensor<2x10xf32>
  %s4 = tensor.insert_slice %n4 into %s3[2, 3, 0] [1, 2, 10] [1, 1, 1] : tensor<2x10xf32> into tensor<4x6x10xf32>
  %n5 = tensor.extract_slice %v[2, 2, 0] [1, 1, 10] [1, 1, 1] : tensor<4x3x10xf32> to tensor<1x10xf32>
  %s5 = tensor.insert_slice %n5 into %s4[2, 0, 0] [1, 1, 10] [1, 1, 1] : tensor<1x10xf32> into tensor<4x6x10xf32>
  %n6 = tensor.extract_slice %v[3, 0, 0] [1, 2, 10] [1, 1, 1] : tensor<4x3x10xf32> to tensor<2x10xf32>
  %s6 = tensor.insert_slice %n6 into %s5[3, 0, 0] [1, 2, 10] [1, 1, 1] : tensor<2x10xf32> into tensor<4x6x10xf32>
  %n7 = tensor.extract_slice %v[3, 2, 0] [1, 1, 10] [1, 1, 1] : tensor<4x3x10xf32> to tensor<1x10xf32>
  %s7 = tensor.insert_slice %n7 into %s6[3, 5, 0] [1, 1, 10] [1, 1, 1] : tensor<1x10xf32> into tensor<4x6x10xf32>
  return %0#0, %0#1, %s7 : tensor<4x6x10xf32>, tensor<4x6x10xf32>, tensor<4x6x10xf32>
}
