// Attention of any number of rows or of batches, with keys of a static number:
// tiles of it are attention of static shapes, and one task each.

// DEFINE: %{run} = %as-opt --autoschedule --trials=0 --kernels-per-task=2 --records=none --progress=none
// RUN: rm -rf %t && mkdir %t && split-file %s %t
// RUN: %{run} --emit=schedule %t/rows.mlir -o %t/rows.chosen.mlir
// RUN: sed 's/= \[array<i64.*>\]}/= [array<i64: 16, 1>]}/' %t/rows.chosen.mlir > %t/rows.tiles.mlir
// RUN: %{run} --emit=tasks --kernels-from=%t/rows.tiles.mlir %t/rows.mlir | FileCheck %s --check-prefix=ROWS
// ROWS: scf.for %[[I:.*]] = %c0 to %{{.*}} step %c16
// ROWS: tensor.extract_slice %arg0[0, %{{.*}}, 0] [4, 16, 16]
// ROWS: call @as_task_
// ROWS-NOT: call
// ROWS: scf.yield
// ROWS: func.func private @as_task_
// ROWS-SAME: tensor<4x16x16xf32>
// ROWS: linalg.batch_matmul
// ROWS: math.exp
// ROWS: linalg.batch_matmul
// ROWS: return

// RUN: %{run} --emit=lowered %t/rows.mlir -o %t/rows.lowered.mlir
// RUN: %as-run %t/rows.lowered.mlir --sizes=n=0,1,3,4,15,16,17,31,70 --compare=%t/rows.mlir --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} --emit=lowered --kernels-from=%t/rows.tiles.mlir --threads=2 %t/rows.mlir -o %t/rows.two.mlir
// RUN: %as-run %t/rows.two.mlir --threads=2 --sizes=n=0,1,3,4,15,16,17,31,70 --compare=%t/rows.mlir --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} --emit=lowered --fp=strict %t/rows.mlir -o %t/rows.strict.mlir
// RUN: %as-run %t/rows.strict.mlir --sizes=n=0,1,3,4,15,16,17,31,70 --fp=strict --compare=%t/rows.mlir --runs=0 | FileCheck %s --check-prefix=SAME
// EQUAL: {{^}}results: equal
// SAME: {{^}}results: equal{{$}}

// RUN: %{run} --emit=schedule %t/batches.mlir -o %t/batches.chosen.mlir
// RUN: sed 's/= \[array<i64.*>\]}/= [array<i64: 1>]}/' %t/batches.chosen.mlir > %t/batches.tiles.mlir
// RUN: %{run} --emit=tasks --kernels-from=%t/batches.tiles.mlir %t/batches.mlir | FileCheck %s --check-prefix=BATCHES
// BATCHES: scf.for %[[I:.*]] = %c0 to %{{.*}} step %c1
// BATCHES: call @as_task_
// BATCHES-NOT: call
// BATCHES: scf.yield
// RUN: %{run} --emit=lowered %t/batches.mlir -o %t/batches.lowered.mlir
// RUN: %as-run %t/batches.lowered.mlir --sizes=b=0,1,2,3,7 --compare=%t/batches.mlir --runs=0 | FileCheck %s --check-prefix=EQUAL

//--- rows.mlir

#all = affine_map<(h, i, j) -> (h, i, j)>
#mask = affine_map<(h, i, j) -> (j)>
func.func @rows(%q: tensor<4x?x16xf32> {as.sizes = ["n"]}, %k: tensor<4x32x16xf32>, %v: tensor<4x32x16xf32>,
                %mask: tensor<32xf32>) -> tensor<4x?x16xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %c1 = arith.constant 1 : index
  %n = tensor.dim %q, %c1 : tensor<4x?x16xf32>
  %e = tensor.empty(%n) : tensor<4x?x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x?x32xf32>) -> tensor<4x?x32xf32>
  %s = linalg.batch_matmul indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, j, k)>, affine_map<(b, i, j, k) -> (b, i, j)>]
      ins(%q, %k : tensor<4x?x16xf32>, tensor<4x32x16xf32>) outs(%z : tensor<4x?x32xf32>) -> tensor<4x?x32xf32>
  %masked = linalg.generic {indexing_maps = [#all, #mask, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %mask : tensor<4x?x32xf32>, tensor<32xf32>) outs(%e : tensor<4x?x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.mulf %a, %scale : f32
    %u = arith.addf %t, %b : f32
    linalg.yield %u : f32
  } -> tensor<4x?x32xf32>
  %soft = linalg.softmax dimension(2) ins(%masked : tensor<4x?x32xf32>) outs(%e : tensor<4x?x32xf32>) -> tensor<4x?x32xf32>
  %f = tensor.empty(%n) : tensor<4x?x16xf32>
  %y = linalg.fill ins(%zero : f32) outs(%f : tensor<4x?x16xf32>) -> tensor<4x?x16xf32>
  %r = linalg.batch_matmul ins(%soft, %v : tensor<4x?x32xf32>, tensor<4x32x16xf32>) outs(%y : tensor<4x?x16xf32>) -> tensor<4x?x16xf32>
  return %r : tensor<4x?x16xf32>
}

//--- batches.mlir

#id = affine_map<(b, h, i, j) -> (b, h, i, j)>
func.func @batches(%q: tensor<?x4x16x16xf32> {as.sizes = ["b"]}, %k: tensor<?x4x32x16xf32> {as.sizes = ["b"]},
                   %v: tensor<?x4x32x16xf32> {as.sizes = ["b"]}) -> tensor<?x4x16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %c0 = arith.constant 0 : index
  %b = tensor.dim %q, %c0 : tensor<?x4x16x16xf32>
  %e = tensor.empty(%b) : tensor<?x4x16x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x4x16x32xf32>) -> tensor<?x4x16x32xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(b, h, i, j, k) -> (b, h, i, k)>, affine_map<(b, h, i, j, k) -> (b, h, j, k)>, affine_map<(b, h, i, j, k) -> (b, h, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<?x4x16x16xf32>, tensor<?x4x32x16xf32>) outs(%z : tensor<?x4x16x32xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  } -> tensor<?x4x16x32xf32>
  %scaled = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s : tensor<?x4x16x32xf32>) outs(%e : tensor<?x4x16x32xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.mulf %a, %scale : f32
    linalg.yield %t : f32
  } -> tensor<?x4x16x32xf32>
  %soft = linalg.softmax dimension(3) ins(%scaled : tensor<?x4x16x32xf32>) outs(%e : tensor<?x4x16x32xf32>) -> tensor<?x4x16x32xf32>
  %f = tensor.empty(%b) : tensor<?x4x16x16xf32>
  %w = linalg.fill ins(%zero : f32) outs(%f : tensor<?x4x16x16xf32>) -> tensor<?x4x16x16xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b, h, i, j, k) -> (b, h, i, k)>, affine_map<(b, h, i, j, k) -> (b, h, k, j)>, affine_map<(b, h, i, j, k) -> (b, h, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%soft, %v : tensor<?x4x16x32xf32>, tensor<?x4x32x16xf32>) outs(%w : tensor<?x4x16x16xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  } -> tensor<?x4x16x16xf32>
  return %r : tensor<?x4x16x16xf32>
}
