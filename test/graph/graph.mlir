// What front ends put around operations is folded before tasks are looked for:
// the transpose of the weights and the broadcast of a batch of one, dimensions of
// extent one. A linear layer is one task, a softmax that keeps its dimensions too.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 2
// RUN: FileCheck %s < %t/tasks
// REQUIRES: search
// CHECK-COUNT-1: func.func @model
// CHECK-NOT: linalg.generic
// CHECK: call @[[LINEAR:as_task_[0-9a-f]+]]
// CHECK-NOT: linalg.generic
// CHECK: call @[[SOFTMAX:as_task_[0-9a-f]+]]
// CHECK-NOT: linalg.generic
// CHECK: return
// CHECK: func.func private @[[LINEAR]](%{{.*}}: tensor<12x64xf32>, %{{.*}}: tensor<48x64xf32>, %{{.*}}: tensor<48xf32>)
// CHECK: func.func private @[[SOFTMAX]](%{{.*}}: tensor<12x48xf32>)

#all = affine_map<(n, i, j) -> (n, i, j)>
#unit = affine_map<(n, i, j) -> (0, i, j)>
#last = affine_map<(n, i, j) -> (j)>
#row = affine_map<(n, i, j) -> (n, i, 0)>
#weights = affine_map<(n, i, j) -> (i, j)>
#in = affine_map<(i, j) -> (i, j)>
#out = affine_map<(i, j) -> (j, i)>

func.func @model(%x: tensor<1x12x64xf32>, %w: tensor<48x64xf32>,
                 %b: tensor<48xf32>) -> tensor<1x12x48xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %e0 = tensor.empty() : tensor<64x48xf32>
  %transposed = linalg.generic
      {indexing_maps = [#in, #out], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<48x64xf32>) outs(%e0 : tensor<64x48xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<64x48xf32>
  %e1 = tensor.empty() : tensor<1x64x48xf32>
  %batch = linalg.generic
      {indexing_maps = [#weights, #all],
       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%transposed : tensor<64x48xf32>) outs(%e1 : tensor<1x64x48xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<1x64x48xf32>
  %e2 = tensor.empty() : tensor<1x12x64xf32>
  %same = linalg.generic
      {indexing_maps = [#unit, #all],
       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x12x64xf32>) outs(%e2 : tensor<1x12x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<1x12x64xf32>
  %e3 = tensor.empty() : tensor<1x12x48xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<1x12x48xf32>)
      -> tensor<1x12x48xf32>
  %products = linalg.batch_matmul
      ins(%same, %batch : tensor<1x12x64xf32>, tensor<1x64x48xf32>)
      outs(%f0 : tensor<1x12x48xf32>) -> tensor<1x12x48xf32>
  %linear = linalg.generic
      {indexing_maps = [#unit, #last, #all],
       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%products, %b : tensor<1x12x48xf32>, tensor<48xf32>)
      outs(%e3 : tensor<1x12x48xf32>) {
  ^bb0(%a: f32, %bias: f32, %o: f32):
    %s = arith.addf %a, %bias : f32
    linalg.yield %s : f32
  } -> tensor<1x12x48xf32>

  %e4 = tensor.empty() : tensor<1x12x1xf32>
  %f1 = linalg.fill ins(%least : f32) outs(%e4 : tensor<1x12x1xf32>)
      -> tensor<1x12x1xf32>
  %most = linalg.generic
      {indexing_maps = [#all, #row],
       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%linear : tensor<1x12x48xf32>) outs(%f1 : tensor<1x12x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.maximumf %a, %o : f32
    linalg.yield %m : f32
  } -> tensor<1x12x1xf32>
  %powers = linalg.generic
      {indexing_maps = [#all, #row, #all],
       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%linear, %most : tensor<1x12x48xf32>, tensor<1x12x1xf32>)
      outs(%e3 : tensor<1x12x48xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %d = arith.subf %a, %m : f32
    %p = math.exp %d : f32
    linalg.yield %p : f32
  } -> tensor<1x12x48xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<1x12x1xf32>)
      -> tensor<1x12x1xf32>
  %sums = linalg.generic
      {indexing_maps = [#all, #row],
       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%powers : tensor<1x12x48xf32>) outs(%f2 : tensor<1x12x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<1x12x1xf32>
  %shares = linalg.generic
      {indexing_maps = [#all, #row, #all],
       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%powers, %sums : tensor<1x12x48xf32>, tensor<1x12x1xf32>)
      outs(%e3 : tensor<1x12x48xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %q = arith.divf %a, %s : f32
    linalg.yield %q : f32
  } -> tensor<1x12x48xf32>
  return %shares : tensor<1x12x48xf32>
}
