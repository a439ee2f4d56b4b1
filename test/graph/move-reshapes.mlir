// Elementwise operations and reductions beside a reshape are computed on the
// collapsed shape, so that they are fused with the product on its other side.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=tasks %s 2> %t.log | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir 2> %t.log
// RUN: %as-run --entry=after %t.mlir --compare=%s --runs=0
// RUN: %as-run --entry=before %t.mlir --compare=%s --runs=0
// RUN: %as-run --entry=pixels %t.mlir --compare=%s --runs=0
// RUN: %as-run --entry=flat %t.mlir --compare=%s --runs=0
// RUN: %as-run --entry=stays %t.mlir --compare=%s --runs=0
// RUN: %as-run --entry=across %t.mlir --compare=%s --runs=0
// RUN: %as-run --entry=diagonal %t.mlir --compare=%s --runs=0
// RUN: %as-run --entry=alone %t.mlir --compare=%s --runs=0
// RUN: FileCheck %s --check-prefix=LOG --allow-empty < %t.log

#rows = affine_map<(a, b, c) -> (a, b, c)>
#columns = affine_map<(a, b, c) -> (c)>
#kept = affine_map<(a, b, c) -> (a, b, 0)>
#pixels = affine_map<(n, h, w, c) -> (n, h, w, c)>
#means = affine_map<(n, h, w, c) -> (n, h, w, 0)>

// What follows a linear layer of a batch is its epilogue, also after a second
// operation, which reads another tensor.
// CHECK-LABEL: func.func @after
// CHECK-COUNT-1: call @as_task
// CHECK-NOT: call @as_task
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2]] output_shape [4, 6, 16]
// CHECK-NEXT: return
func.func @after(%x: tensor<4x6x8xf32>, %w: tensor<8x16xf32>, %b: tensor<16xf32>, %r: tensor<4x6x16xf32>) -> tensor<4x6x16xf32> {
  %z = arith.constant 0.0 : f32
  %c = tensor.collapse_shape %x [[0, 1], [2]] : tensor<4x6x8xf32> into tensor<24x8xf32>
  %e = tensor.empty() : tensor<24x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<24x16xf32>) -> tensor<24x16xf32>
  %m = linalg.matmul ins(%c, %w : tensor<24x8xf32>, tensor<8x16xf32>) outs(%f : tensor<24x16xf32>) -> tensor<24x16xf32>
  %s = tensor.expand_shape %m [[0, 1], [2]] output_shape [4, 6, 16] : tensor<24x16xf32> into tensor<4x6x16xf32>
  %e2 = tensor.empty() : tensor<4x6x16xf32>
  %biased = linalg.generic {indexing_maps = [#rows, #columns, #rows], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %b : tensor<4x6x16xf32>, tensor<16xf32>) outs(%e2 : tensor<4x6x16xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.addf %p, %q : f32
    linalg.yield %t : f32
  } -> tensor<4x6x16xf32>
  %sum = linalg.add ins(%biased, %r : tensor<4x6x16xf32>, tensor<4x6x16xf32>) outs(%e2 : tensor<4x6x16xf32>) -> tensor<4x6x16xf32>
  return %sum : tensor<4x6x16xf32>
}

// What comes before one is collapsed with it, a reduction of each row among it.
// CHECK-LABEL: func.func @before
// CHECK-SAME: %[[X:.*]]: tensor<4x6x8xf32>
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2]]
// CHECK: call @as_task{{.*}}(%[[C]])
// CHECK-NOT: _shape
// CHECK: return
func.func @before(%x: tensor<4x6x8xf32>, %w: tensor<8x16xf32>) -> tensor<24x16xf32> {
  %z = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<4x6xf32>
  %f1 = linalg.fill ins(%z : f32) outs(%e1 : tensor<4x6xf32>) -> tensor<4x6xf32>
  %sums = linalg.generic {indexing_maps = [#rows, affine_map<(a, b, c) -> (a, b)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<4x6x8xf32>) outs(%f1 : tensor<4x6xf32>) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.addf %p, %o : f32
    linalg.yield %t : f32
  } -> tensor<4x6xf32>
  %e2 = tensor.empty() : tensor<4x6x8xf32>
  %less = linalg.generic {indexing_maps = [#rows, affine_map<(a, b, c) -> (a, b)>, #rows], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %sums : tensor<4x6x8xf32>, tensor<4x6xf32>) outs(%e2 : tensor<4x6x8xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.subf %p, %q : f32
    linalg.yield %t : f32
  } -> tensor<4x6x8xf32>
  %c = tensor.collapse_shape %less [[0, 1], [2]] : tensor<4x6x8xf32> into tensor<24x8xf32>
  %e = tensor.empty() : tensor<24x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<24x16xf32>) -> tensor<24x16xf32>
  %m = linalg.matmul ins(%c, %w : tensor<24x8xf32>, tensor<8x16xf32>) outs(%f : tensor<24x16xf32>) -> tensor<24x16xf32>
  return %m : tensor<24x16xf32>
}

// Beside a convolution, a reduction over channels that keeps its dimensions gets
// one loop for the pixels, and is one task with what subtracts it. What follows
// the convolution itself stays an image.
// CHECK-LABEL: func.func @pixels
// CHECK: call @as_task{{.*}} -> tensor<1x6x5x16xf32>
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1, 2], [3]] : tensor<1x6x5x16xf32> into tensor<30x16xf32>
// CHECK: call @as_task{{.*}} : (tensor<30x16xf32>) -> tensor<30x16xf32>
// CHECK-NEXT: tensor.expand_shape
// CHECK-NEXT: return
func.func @pixels(%x: tensor<1x8x7x4xf32>, %w: tensor<3x3x4x16xf32>) -> tensor<1x6x5x16xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x6x5x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x6x5x16xf32>) -> tensor<1x6x5x16xf32>
  %image = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x8x7x4xf32>, tensor<3x3x4x16xf32>) outs(%f : tensor<1x6x5x16xf32>) -> tensor<1x6x5x16xf32>
  %positive = linalg.generic {indexing_maps = [#pixels, #pixels], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%image : tensor<1x6x5x16xf32>) outs(%e : tensor<1x6x5x16xf32>) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.maximumf %p, %z : f32
    linalg.yield %t : f32
  } -> tensor<1x6x5x16xf32>
  %e1 = tensor.empty() : tensor<1x6x5x1xf32>
  %f1 = linalg.fill ins(%z : f32) outs(%e1 : tensor<1x6x5x1xf32>) -> tensor<1x6x5x1xf32>
  %sums = linalg.generic {indexing_maps = [#pixels, #means], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%positive : tensor<1x6x5x16xf32>) outs(%f1 : tensor<1x6x5x1xf32>) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.addf %p, %o : f32
    linalg.yield %t : f32
  } -> tensor<1x6x5x1xf32>
  %less = linalg.generic {indexing_maps = [affine_map<(n, h, w, c) -> (0, h, w, c)>, affine_map<(n, h, w, c) -> (0, h, w, 0)>, #pixels],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%positive, %sums : tensor<1x6x5x16xf32>, tensor<1x6x5x1xf32>) outs(%e : tensor<1x6x5x16xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.subf %p, %q : f32
    linalg.yield %t : f32
  } -> tensor<1x6x5x16xf32>
  return %less : tensor<1x6x5x16xf32>
}

// What a product is fused with keeps its shape, though all of it is flattened.
// CHECK-LABEL: func.func @flat
// CHECK-COUNT-1: call @as_task
// CHECK-NEXT: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]]
// CHECK-NEXT: return
func.func @flat(%x: tensor<12x8xf32>, %w: tensor<8x16xf32>, %b: tensor<16xf32>) -> tensor<192xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<12x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<12x16xf32>) -> tensor<12x16xf32>
  %m = linalg.matmul ins(%x, %w : tensor<12x8xf32>, tensor<8x16xf32>) outs(%f : tensor<12x16xf32>) -> tensor<12x16xf32>
  %biased = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%m, %b : tensor<12x16xf32>, tensor<16xf32>) outs(%e : tensor<12x16xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.addf %p, %q : f32
    linalg.yield %t : f32
  } -> tensor<12x16xf32>
  %positive = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%biased : tensor<12x16xf32>) outs(%e : tensor<12x16xf32>) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.maximumf %p, %z : f32
    linalg.yield %t : f32
  } -> tensor<12x16xf32>
  %flat = tensor.collapse_shape %positive [[0, 1]] : tensor<12x16xf32> into tensor<192xf32>
  return %flat : tensor<192xf32>
}

// An operand without one of the dimensions keeps the shape, and so does an
// operation that asks where it is.
// CHECK-LABEL: func.func @stays
// CHECK: tensor.expand_shape
// CHECK: call @as_task{{.*}} : (tensor<4x6x8xf32>, tensor<6x8xf32>) -> tensor<4x6x8xf32>
// CHECK-NEXT: return
func.func @stays(%x: tensor<24x8xf32>, %y: tensor<6x8xf32>) -> tensor<4x6x8xf32> {
  %s = tensor.expand_shape %x [[0, 1], [2]] output_shape [4, 6, 8] : tensor<24x8xf32> into tensor<4x6x8xf32>
  %e = tensor.empty() : tensor<4x6x8xf32>
  %sum = linalg.generic {indexing_maps = [#rows, affine_map<(a, b, c) -> (b, c)>, #rows], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %y : tensor<4x6x8xf32>, tensor<6x8xf32>) outs(%e : tensor<4x6x8xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.addf %p, %q : f32
    linalg.yield %t : f32
  } -> tensor<4x6x8xf32>
  %marked = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sum : tensor<4x6x8xf32>) outs(%e : tensor<4x6x8xf32>) {
  ^bb0(%p: f32, %o: f32):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i32
    %k = arith.sitofp %j : i32 to f32
    %t = arith.mulf %p, %k : f32
    linalg.yield %t : f32
  } -> tensor<4x6x8xf32>
  return %marked : tensor<4x6x8xf32>
}

// A dimension that is summed over and one that is not do not become one.
// CHECK-LABEL: func.func @across
// CHECK: tensor.expand_shape
// CHECK: call @as_task{{.*}} : (tensor<4x6x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return
func.func @across(%x: tensor<24x8xf32>) -> tensor<4x8xf32> {
  %z = arith.constant 0.0 : f32
  %s = tensor.expand_shape %x [[0, 1], [2]] output_shape [4, 6, 8] : tensor<24x8xf32> into tensor<4x6x8xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %sums = linalg.generic {indexing_maps = [#rows, affine_map<(a, b, c) -> (a, c)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%s : tensor<4x6x8xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.addf %p, %o : f32
    linalg.yield %t : f32
  } -> tensor<4x8xf32>
  return %sums : tensor<4x8xf32>
}

// Nor do those that read a diagonal: the dimensions are not of one loop each.
// CHECK-LABEL: func.func @diagonal
// CHECK: call @as_task{{.*}} : (tensor<4x6x8xf32>, tensor<4x6x4xf32>) -> tensor<4x6x8xf32>
// CHECK-NEXT: return
// LOG-NOT: is not rewritten
func.func @diagonal(%x: tensor<24x8xf32>, %d: tensor<4x6x4xf32>) -> tensor<4x6x8xf32> {
  %s = tensor.expand_shape %x [[0, 1], [2]] output_shape [4, 6, 8] : tensor<24x8xf32> into tensor<4x6x8xf32>
  %e = tensor.empty() : tensor<4x6x8xf32>
  %sum = linalg.generic {indexing_maps = [#rows, affine_map<(a, b, c) -> (a, b, a)>, #rows], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %d : tensor<4x6x8xf32>, tensor<4x6x4xf32>) outs(%e : tensor<4x6x8xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.addf %p, %q : f32
    linalg.yield %t : f32
  } -> tensor<4x6x8xf32>
  return %sum : tensor<4x6x8xf32>
}

// A loop that is alone already stays: nothing would become simpler.
// CHECK-LABEL: func.func @alone
// CHECK: tensor.expand_shape
// CHECK-NEXT: call @as_task{{.*}} : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
func.func @alone(%x: tensor<17xf32>, %y: tensor<17xf32>, %z: tensor<f32>) -> tensor<f32> {
  %dot = linalg.dot ins(%x, %y : tensor<17xf32>, tensor<17xf32>) outs(%z : tensor<f32>) -> tensor<f32>
  %s = tensor.expand_shape %dot [] output_shape [1] : tensor<f32> into tensor<1xf32>
  %p = linalg.reduce ins(%s : tensor<1xf32>) outs(%z : tensor<f32>) dimensions = [0]
    (%b: f32, %o: f32) {
      %t = arith.mulf %b, %o : f32
      linalg.yield %t : f32
    }
  return %p : tensor<f32>
}
