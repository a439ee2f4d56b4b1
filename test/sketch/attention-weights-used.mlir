// The weights of attention are a result, too: they have to be written, and there
// are three tasks.

// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s < %t.json
// CHECK-DAG: "label":"batch_matmul 2x16x16x16 +elementwise"
// CHECK-DAG: "label":"rows 2x16x16"
// CHECK-DAG: "label":"batch_matmul 2x16x16x16"
// RUN: %as-run %t.mlir --compare=%s --runs=0

#i = affine_map<(b, i, j) -> (b, i, j)>
#row = affine_map<(b, i, j) -> (b, i)>
func.func @attention(%q: tensor<2x16x16xf32>, %k: tensor<2x16x16xf32>, %v: tensor<2x16x16xf32>)
      -> (tensor<2x16x16xf32>, tensor<2x16x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.125 : f32
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x16x16xf32>
  %er = tensor.empty() : tensor<2x16xf32>
  %ez = tensor.empty() : tensor<2x16x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
  %s0 = linalg.batch_matmul ins(%q, %k : tensor<2x16x16xf32>, tensor<2x16x16xf32>)
      outs(%z : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
  %s = linalg.generic {indexing_maps = [#i, #i],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<2x16x16xf32>) outs(%e : tensor<2x16x16xf32>) {
  ^bb0(%a: f32, %out: f32):
    %x = arith.mulf %a, %scale : f32
    linalg.yield %x : f32
  } -> tensor<2x16x16xf32>
  %low = linalg.fill ins(%least : f32) outs(%er : tensor<2x16xf32>) -> tensor<2x16xf32>
  %max = linalg.generic {indexing_maps = [#i, #row],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s : tensor<2x16x16xf32>) outs(%low : tensor<2x16xf32>) {
  ^bb0(%a: f32, %out: f32):
    %m1 = arith.maximumf %a, %out : f32
    linalg.yield %m1 : f32
  } -> tensor<2x16xf32>
  %exp = linalg.generic {indexing_maps = [#i, #row, #i],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %max : tensor<2x16x16xf32>, tensor<2x16xf32>) outs(%e : tensor<2x16x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %d = arith.subf %a, %b : f32
    %x = math.exp %d : f32
    linalg.yield %x : f32
  } -> tensor<2x16x16xf32>
  %none = linalg.fill ins(%zero : f32) outs(%er : tensor<2x16xf32>) -> tensor<2x16xf32>
  %sum = linalg.generic {indexing_maps = [#i, #row],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%exp : tensor<2x16x16xf32>) outs(%none : tensor<2x16xf32>) {
  ^bb0(%a: f32, %out: f32):
    %m1 = arith.addf %a, %out : f32
    linalg.yield %m1 : f32
  } -> tensor<2x16xf32>
  %p = linalg.generic {indexing_maps = [#i, #row, #i],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%exp, %sum : tensor<2x16x16xf32>, tensor<2x16xf32>) outs(%e : tensor<2x16x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<2x16x16xf32>
  %zz = linalg.fill ins(%zero : f32) outs(%ez : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<2x16x16xf32>, tensor<2x16x16xf32>)
      outs(%zz : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
  return %r, %p : tensor<2x16x16xf32>, tensor<2x16x16xf32>
}
