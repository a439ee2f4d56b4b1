// Attention of any number of rows and keys, with a mask that is added and a
// causal one: a block of 64 rows goes through all of it before the next one, and
// what is left of the rows behind. So no scores exist for more rows than 64.

// DEFINE: %{run} = %as-opt --autoschedule --trials=0 --kernels-per-task=2 --records=none --progress=none
// RUN: %{run} --emit=tasks %s | FileCheck %s
// CHECK-LABEL: func.func @attention(
// CHECK-DAG: %[[ROWS:.*]] = tensor.dim %arg0, %c1
// CHECK-DAG: %[[KEYS:.*]] = tensor.dim %arg1, %c1
// CHECK: %[[REST:.*]] = arith.remui %[[ROWS]], %c64
// CHECK: %[[WHOLE:.*]] = arith.subi %[[ROWS]], %[[REST]]
// CHECK: scf.for %[[I:.*]] = %c0 to %[[WHOLE]] step %c64 iter_args(%[[T:.*]] =
// CHECK: tensor.empty(%[[KEYS]]) : tensor<4x64x?xf32>
// CHECK: tensor.insert_slice %{{.*}} into %[[T]][0, %[[I]], 0] [4, 64, 16]
// CHECK: tensor.empty(%[[REST]], %[[KEYS]]) : tensor<4x?x?xf32>
// CHECK-NOT: tensor.empty(%[[ROWS]], %[[KEYS]])
// CHECK: func.func private @as_task_

// Sizes around blocks, with one thread and two, and to the bit where sums keep
// their order.
// DEFINE: %{sizes} = --sizes=n=0,1,3,63,64,65,128,130,m=0,1,16,67
// RUN: %{run} --emit=lowered %s -o %t.mlir
// RUN: %as-run %t.mlir %{sizes} --compare=%s --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} --emit=lowered --threads=2 %s -o %t.two.mlir
// RUN: %as-run %t.two.mlir --threads=2 %{sizes} --compare=%s --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} --emit=lowered --fp=strict %s -o %t.strict.mlir
// RUN: %as-run %t.strict.mlir %{sizes} --compare=%s --fp=strict --runs=0 | FileCheck %s --check-prefix=SAME
// EQUAL: {{^}}results: equal
// SAME: {{^}}results: equal{{$}}

#all = affine_map<(h, i, j) -> (h, i, j)>
#mask = affine_map<(h, i, j) -> (i, j)>
func.func @attention(%q: tensor<4x?x16xf32> {as.sizes = ["n"]}, %k: tensor<4x?x16xf32> {as.sizes = ["m"]},
                     %v: tensor<4x?x16xf32> {as.sizes = ["m"]}, %mask: tensor<?x?xf32> {as.sizes = ["n", "m"]})
    -> tensor<4x?x16xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %least = arith.constant 0xFF800000 : f32
  %c1 = arith.constant 1 : index
  %n = tensor.dim %q, %c1 : tensor<4x?x16xf32>
  %m = tensor.dim %k, %c1 : tensor<4x?x16xf32>
  %e = tensor.empty(%n, %m) : tensor<4x?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x?x?xf32>) -> tensor<4x?x?xf32>
  %s = linalg.batch_matmul indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, j, k)>, affine_map<(b, i, j, k) -> (b, i, j)>]
      ins(%q, %k : tensor<4x?x16xf32>, tensor<4x?x16xf32>) outs(%z : tensor<4x?x?xf32>) -> tensor<4x?x?xf32>
  %masked = linalg.generic {indexing_maps = [#all, #mask, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %mask : tensor<4x?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<4x?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.mulf %a, %scale : f32
    %u = arith.addf %t, %b : f32
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %isBefore = arith.cmpi ule, %j, %i : index
    %y = arith.select %isBefore, %u, %least : f32
    linalg.yield %y : f32
  } -> tensor<4x?x?xf32>
  %soft = linalg.softmax dimension(2) ins(%masked : tensor<4x?x?xf32>) outs(%e : tensor<4x?x?xf32>) -> tensor<4x?x?xf32>
  %f = tensor.empty(%n) : tensor<4x?x16xf32>
  %y = linalg.fill ins(%zero : f32) outs(%f : tensor<4x?x16xf32>) -> tensor<4x?x16xf32>
  %r = linalg.batch_matmul ins(%soft, %v : tensor<4x?x?xf32>, tensor<4x?x16xf32>) outs(%y : tensor<4x?x16xf32>) -> tensor<4x?x16xf32>
  return %r : tensor<4x?x16xf32>
}
