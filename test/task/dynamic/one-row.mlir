// A layer norm of one row is three tasks, as one that reduces all of its loops
// is a task by itself, and each of them is a call. Of several rows it is one
// task: a row is computed alone only where there is no other.

// RUN: %as-opt --autoschedule --emit=tasks --target=cpu:haswell --trials=0 --records=none --progress=none %s | FileCheck %s
// CHECK-LABEL: func.func @layernorm(
// CHECK: scf.for {{.*}} step %c{{[2-9]|[1-9][0-9]+}} iter_args
// CHECK: func.call @as_task_
// CHECK-NEXT: tensor.insert_slice
// CHECK: scf.for {{.*}} step %c1 iter_args
// CHECK-COUNT-3: func.call @as_task_

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
func.func @layernorm(%x: tensor<?x768xf32>, %scale: tensor<768xf32>, %shift: tensor<768xf32>) -> tensor<?x768xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %count = arith.constant 768.0 : f32
  %epsilon = arith.constant 1.0e-5 : f32
  %m = tensor.dim %x, %c0 : tensor<?x768xf32>
  %rows = tensor.empty(%m) : tensor<?xf32>
  %empty = tensor.empty(%m) : tensor<?x768xf32>
  %none = linalg.fill ins(%zero : f32) outs(%rows : tensor<?xf32>) -> tensor<?xf32>
  %total = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x768xf32>) outs(%none : tensor<?xf32>) {
  ^bb0(%v: f32, %sum: f32):
    %0 = arith.addf %v, %sum : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %centred = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %total : tensor<?x768xf32>, tensor<?xf32>) outs(%empty : tensor<?x768xf32>) {
  ^bb0(%v: f32, %sum: f32, %out: f32):
    %0 = arith.divf %sum, %count : f32
    %1 = arith.subf %v, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<?x768xf32>
  %squares = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%centred : tensor<?x768xf32>) outs(%none : tensor<?xf32>) {
  ^bb0(%v: f32, %sum: f32):
    %0 = arith.mulf %v, %v : f32
    %1 = arith.addf %0, %sum : f32
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  %y = linalg.generic {indexing_maps = [#all, #row, #column, #column, #all], iterator_types = ["parallel", "parallel"]} ins(%centred, %squares, %scale, %shift : tensor<?x768xf32>, tensor<?xf32>, tensor<768xf32>, tensor<768xf32>) outs(%empty : tensor<?x768xf32>) {
  ^bb0(%v: f32, %sum: f32, %g: f32, %b: f32, %out: f32):
    %0 = arith.divf %sum, %count : f32
    %1 = arith.addf %0, %epsilon : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %v, %2 : f32
    %4 = arith.mulf %3, %g : f32
    %5 = arith.addf %4, %b : f32
    linalg.yield %5 : f32
  } -> tensor<?x768xf32>
  return %y : tensor<?x768xf32>
}
