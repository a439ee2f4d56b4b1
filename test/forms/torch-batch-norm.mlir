// A batch norm of torch-mlir is one generic that reads its vectors by channel.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS-DAG: "label":"elementwise 8x6x6"
// RUN: %as-run %t.mlir --compare=%s --runs=0

#c = affine_map<(n, c, h, w) -> (c)>
#i = affine_map<(n, c, h, w) -> (n, c, h, w)>
func.func @norm(%x: tensor<1x8x6x6xf32>, %gamma: tensor<8xf32>, %beta: tensor<8xf32>, %mean: tensor<8xf32>, %var: tensor<8xf32>) -> tensor<1x8x6x6xf32> {
  %eps = arith.constant 1.0e-05 : f64
  %r = linalg.generic {indexing_maps = [#i, #c, #c, #c, #c, #i],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %gamma, %beta, %mean, %var : tensor<1x8x6x6xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
      outs(%x : tensor<1x8x6x6xf32>) {
  ^bb0(%v: f32, %g: f32, %b: f32, %m: f32, %s: f32, %out: f32):
    %e = arith.truncf %eps : f64 to f32
    %square = arith.mulf %s, %s : f32
    %sum = arith.addf %square, %e : f32
    %k = math.rsqrt %sum : f32
    %d = arith.subf %v, %m : f32
    %n = arith.mulf %d, %k : f32
    %q = arith.mulf %n, %g : f32
    %y = arith.addf %q, %b : f32
    linalg.yield %y : f32
  } -> tensor<1x8x6x6xf32>
  return %r : tensor<1x8x6x6xf32>
}
