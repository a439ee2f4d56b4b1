// An embedding of torch-mlir gathers rows, and asserts that each index fits.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS-DAG: "label":"elementwise 4x16"
// RUN: %as-run %t.mlir --compare=%s --runs=0

func.func @embedding(%table: tensor<10x16xf32>, %tokens: tensor<4xi64>) -> tensor<4x16xf32> {
  %e = tensor.empty() : tensor<4x16xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%tokens : tensor<4xi64>) outs(%e : tensor<4x16xf32>) {
  ^bb0(%t: i64, %out: f32):
    %count = arith.constant 10 : i64
    %fits = arith.cmpi slt, %t, %count : i64
    cf.assert %fits, "index must be smaller than dim size"
    %i = arith.index_cast %t : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %table[%i, %j] : tensor<10x16xf32>
    linalg.yield %v : f32
  } -> tensor<4x16xf32>
  return %r : tensor<4x16xf32>
}
