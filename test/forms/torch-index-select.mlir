// An index_select of torch-mlir gathers along the last dimension.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS-DAG: "label":"elementwise 10x4"
// RUN: %as-run %t.mlir --compare=%s --runs=0

func.func @select(%x: tensor<10x16xf32>, %which: tensor<4xi64>) -> tensor<10x4xf32> {
  %e = tensor.empty() : tensor<10x4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%which : tensor<4xi64>) outs(%e : tensor<10x4xf32>) {
  ^bb0(%t: i64, %out: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %t : i64 to index
    %v = tensor.extract %x[%i, %j] : tensor<10x16xf32>
    linalg.yield %v : f32
  } -> tensor<10x4xf32>
  return %r : tensor<10x4xf32>
}
