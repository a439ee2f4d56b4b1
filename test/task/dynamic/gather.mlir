// Embeddings of any number of texts of any length. What importers assert of each
// token is checked before, in loops of their own.

// RUN: %as-opt --autoschedule --emit=tasks --kernels-per-task=2 --records=none %s 2>&1 | FileCheck %s
// RUN: %as-opt --autoschedule --emit=lowered --kernels-per-task=2 --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --sizes=batch=3,length=17 --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --compare=%s --sizes=batch=2,length=0 --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: sed 's/constant 15 : i64/constant 63 : i64/' %s | not %as-run - --sizes=batch=3,length=17 --runs=1 2>&1 | FileCheck %s --check-prefix=ABORT

// CHECK-NOT: not scheduled
// CHECK-LABEL: func.func @embedding(
// CHECK: cf.assert
// CHECK: call @as_task_
// CHECK-NOT: linalg.
// CHECK: return

// EQUAL: results: equal
// ABORT: SIGABRT

func.func @embedding(
    %x: tensor<?x?xi64> {as.sizes = ["batch", "length"]},
    %t: tensor<16x64xf32>) -> tensor<?x?x64xf32> {
  %last = arith.constant 15 : i64
  %zero = arith.constant 0 : i64
  %rows = arith.constant 16 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xi64>
  %m = tensor.dim %x, %c1 : tensor<?x?xi64>
  %f = tensor.empty(%n, %m) : tensor<?x?xi64>
  %ids = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                          affine_map<(i, j) -> (i, j)>],
                         iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xi64>) outs(%f : tensor<?x?xi64>) {
  ^bb0(%a: i64, %o: i64):
    %b = arith.andi %a, %last : i64
    linalg.yield %b : i64
  } -> tensor<?x?xi64>
  %e = tensor.empty(%n, %m) : tensor<?x?x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j)>,
                                        affine_map<(i, j, k) -> (i, j, k)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%ids : tensor<?x?xi64>) outs(%e : tensor<?x?x64xf32>) {
  ^bb0(%a: i64, %o: f32):
    %i = arith.index_cast %a : i64 to index
    %k = linalg.index 2 : index
    %isLess = arith.cmpi slt, %i, %rows : index
    cf.assert %isLess, "index must be smaller than dim size"
    %isMore = arith.cmpi sge, %a, %zero : i64
    cf.assert %isMore, "index must be larger or equal to 0"
    %s = tensor.extract %t[%i, %k] : tensor<16x64xf32>
    linalg.yield %s : f32
  } -> tensor<?x?x64xf32>
  return %r : tensor<?x?x64xf32>
}
