// Layers of a dynamic size that are equal but for their weights share one function with the loops over tiles,
// whether weights are packed once or not. A layer that is there once has none.

// RUN: %as-opt --autoschedule --emit=lowered --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %as-run %t.mlir --compare=%s --runs=0 --sizes=rows=0,1,2,3,5,16,37,64,129 | FileCheck --check-prefix=EQUAL %s
// EQUAL: {{^}}results: equal{{$}}
// RUN: %as-opt --autoschedule --emit=lowered --threads=2 --trials=0 --records=none --progress=none %s -o %t.2.mlir
// RUN: %as-run %t.2.mlir --compare=%s --runs=0 --sizes=rows=0,1,7,129 | FileCheck --check-prefix=EQUAL %s

// The three layers call one function, and take no memory in it.
// CHECK-LABEL: llvm.func {{.*}}@as_sized_layers(
// CHECK-COUNT-3: llvm.call @as_loops(
// CHECK-NOT: llvm.call @as_loops
// CHECK-LABEL: llvm.func internal @as_loops(
// CHECK-NOT: llvm.call @malloc
// CHECK: llvm.return
// CHECK-NOT: @as_loops{{_[0-9]}}

func.func @layers(%x: tensor<?x96xf32> {as.sizes = ["rows"]}, %u: tensor<96x96xf32> {as.constant},
    %v: tensor<96x96xf32> {as.constant}, %w: tensor<96x96xf32> {as.constant},
    %y: tensor<96x48xf32> {as.constant}) -> (tensor<?x96xf32>, tensor<?x48xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x96xf32>
  %e1 = tensor.empty(%rows) : tensor<?x96xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?x96xf32>) -> tensor<?x96xf32>
  %p1 = linalg.matmul ins(%x, %u : tensor<?x96xf32>, tensor<96x96xf32>) outs(%z1 : tensor<?x96xf32>) -> tensor<?x96xf32>
  %t1 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p1 : tensor<?x96xf32>) outs(%e1 : tensor<?x96xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.maximumf %a, %zero : f32
    linalg.yield %m : f32
  } -> tensor<?x96xf32>
  %e2 = tensor.empty(%rows) : tensor<?x96xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<?x96xf32>) -> tensor<?x96xf32>
  %p2 = linalg.matmul ins(%t1, %v : tensor<?x96xf32>, tensor<96x96xf32>) outs(%z2 : tensor<?x96xf32>) -> tensor<?x96xf32>
  %t2 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p2 : tensor<?x96xf32>) outs(%e2 : tensor<?x96xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.maximumf %a, %zero : f32
    linalg.yield %m : f32
  } -> tensor<?x96xf32>
  %e3 = tensor.empty(%rows) : tensor<?x96xf32>
  %z3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<?x96xf32>) -> tensor<?x96xf32>
  %p3 = linalg.matmul ins(%t2, %w : tensor<?x96xf32>, tensor<96x96xf32>) outs(%z3 : tensor<?x96xf32>) -> tensor<?x96xf32>
  %t3 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p3 : tensor<?x96xf32>) outs(%e3 : tensor<?x96xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.maximumf %a, %zero : f32
    linalg.yield %m : f32
  } -> tensor<?x96xf32>
  %e4 = tensor.empty(%rows) : tensor<?x48xf32>
  %z4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<?x48xf32>) -> tensor<?x48xf32>
  %p4 = linalg.matmul ins(%t1, %y : tensor<?x96xf32>, tensor<96x48xf32>) outs(%z4 : tensor<?x48xf32>) -> tensor<?x48xf32>
  %t4 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p4 : tensor<?x48xf32>) outs(%e4 : tensor<?x48xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.maximumf %a, %zero : f32
    linalg.yield %m : f32
  } -> tensor<?x48xf32>
  return %t3, %t4 : tensor<?x96xf32>, tensor<?x48xf32>
}
