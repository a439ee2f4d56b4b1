// An argmax of torch-mlir is a reduction with two results.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS-DAG: "label":"rows 4x16"
// RUN: %as-run %t.mlir --compare=%s --runs=0

func.func @argmax(%x: tensor<4x16xf32>) -> (tensor<4xf32>, tensor<4xi64>) {
  %least = arith.constant 0xFF800000 : f32
  %none = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xf32>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%least : f32) outs(%ev : tensor<4xf32>) -> tensor<4xf32>
  %i = linalg.fill ins(%none : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
                         iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x16xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%a: f32, %best: f32, %at: i64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    %max = arith.maximumf %a, %best : f32
    %more = arith.cmpf ogt, %a, %best : f32
    %where = arith.select %more, %n, %at : i64
    linalg.yield %max, %where : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi64>
}
