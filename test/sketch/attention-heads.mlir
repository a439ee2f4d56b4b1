// Attention as front ends print BERT: heads between the other dimensions, moved
// to the front by transposes. Products read their operands where they lie, and
// the keys are turned as they are packed.

// RUN: %as-opt --autoschedule --emit=tasks --trials=0 --records=none --progress=none %s -o - | FileCheck %s --check-prefix=TASKS
// RUN: %as-opt --autoschedule --emit=scheduled --trials=0 --threads=1 --records=none --progress=none %s -o - | FileCheck %s --check-prefix=LOCAL
// RUN: %as-opt --autoschedule --trials=40 --threads=1 --records=none %s -o %t.mlir 2>&1 | FileCheck %s
// RUN: %as-run %t.mlir --compare=%s --threads=1 --runs=0
// RUN: %as-opt --autoschedule --trials=24 --threads=2 --records=none %s -o %t.mlir 2>&1 | FileCheck %s
// RUN: %as-run %t.mlir --compare=%s --threads=2 --runs=0
// REQUIRES: search
// TASKS: as.task =
// TASKS: math.exp
// TASKS: as.task =
// TASKS: linalg.transpose
// TASKS-NOT: as.task =
// LOCAL: as.task =
// LOCAL-NOT: tensor<3x32x48xf32>
// CHECK: trials {{[1-9][0-9]*}} of {{[0-9]+}}, errors 0

#i = affine_map<(b, i, j) -> (b, i, j)>
#row = affine_map<(b, i, j) -> (b, i, 0)>
func.func @attention(%q0: tensor<32x3x32xf32>, %k0: tensor<48x3x32xf32>,
                     %v0: tensor<48x3x32xf32>, %m: tensor<1x1x48xf32>)
    -> tensor<32x3x32xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 8.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %eq = tensor.empty() : tensor<3x32x32xf32>
  %ek = tensor.empty() : tensor<3x32x48xf32>
  %ev = tensor.empty() : tensor<3x48x32xf32>
  %q = linalg.transpose ins(%q0 : tensor<32x3x32xf32>)
      outs(%eq : tensor<3x32x32xf32>) permutation = [1, 0, 2]
  %k = linalg.transpose ins(%k0 : tensor<48x3x32xf32>)
      outs(%ek : tensor<3x32x48xf32>) permutation = [1, 2, 0]
  %v = linalg.transpose ins(%v0 : tensor<48x3x32xf32>)
      outs(%ev : tensor<3x48x32xf32>) permutation = [1, 0, 2]
  %e = tensor.empty() : tensor<3x32x48xf32>
  %er = tensor.empty() : tensor<3x32x1xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3x32x48xf32>)
      -> tensor<3x32x48xf32>
  %s0 = linalg.batch_matmul ins(%q, %k : tensor<3x32x32xf32>, tensor<3x32x48xf32>)
      outs(%z : tensor<3x32x48xf32>) -> tensor<3x32x48xf32>
  %s = linalg.generic {indexing_maps = [#i, affine_map<(b, i, j) -> (0, 0, j)>, #i],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0, %m : tensor<3x32x48xf32>, tensor<1x1x48xf32>) outs(%e : tensor<3x32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %x = arith.divf %a, %scale : f32
    %y = arith.addf %x, %b : f32
    linalg.yield %y : f32
  } -> tensor<3x32x48xf32>
  %low = linalg.fill ins(%least : f32) outs(%er : tensor<3x32x1xf32>) -> tensor<3x32x1xf32>
  %max = linalg.generic {indexing_maps = [#i, #row],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s : tensor<3x32x48xf32>) outs(%low : tensor<3x32x1xf32>) {
  ^bb0(%a: f32, %out: f32):
    %m1 = arith.maximumf %a, %out : f32
    linalg.yield %m1 : f32
  } -> tensor<3x32x1xf32>
  %exp = linalg.generic {indexing_maps = [#i, #row, #i],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %max : tensor<3x32x48xf32>, tensor<3x32x1xf32>) outs(%e : tensor<3x32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %d = arith.subf %a, %b : f32
    %x = math.exp %d : f32
    linalg.yield %x : f32
  } -> tensor<3x32x48xf32>
  %none = linalg.fill ins(%zero : f32) outs(%er : tensor<3x32x1xf32>) -> tensor<3x32x1xf32>
  %sum = linalg.generic {indexing_maps = [#i, #row],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%exp : tensor<3x32x48xf32>) outs(%none : tensor<3x32x1xf32>) {
  ^bb0(%a: f32, %out: f32):
    %m1 = arith.addf %a, %out : f32
    linalg.yield %m1 : f32
  } -> tensor<3x32x1xf32>
  %p = linalg.generic {indexing_maps = [#i, #row, #i],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%exp, %sum : tensor<3x32x48xf32>, tensor<3x32x1xf32>) outs(%e : tensor<3x32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<3x32x48xf32>
  %zz = linalg.fill ins(%zero : f32) outs(%eq : tensor<3x32x32xf32>) -> tensor<3x32x32xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<3x32x48xf32>, tensor<3x48x32xf32>)
      outs(%zz : tensor<3x32x32xf32>) -> tensor<3x32x32xf32>
  %er2 = tensor.empty() : tensor<32x3x32xf32>
  %r = linalg.transpose ins(%y : tensor<3x32x32xf32>)
      outs(%er2 : tensor<32x3x32xf32>) permutation = [1, 0, 2]
  return %r : tensor<32x3x32xf32>
}
