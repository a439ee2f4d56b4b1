// An epilogue runs inside of the loops over register tiles, or behind them.

// RUN: %as-opt --autoschedule --emit=sketches %s -o %t.sketches.mlir
// RUN: FileCheck %s < %t.sketches.mlir
// CHECK: transform.tune.alternatives<"location"> {
// CHECK-NEXT: }, {
// CHECK-NEXT: transform.structured.fuse
// CHECK-NEXT: {{^ *[}]}}
// CHECK: transform.structured.fuse

// REQUIRES: search
// RUN: %as-opt --autoschedule --strategy=random --trials=24 --records=none --progress=none --report=%t.json %s -o %t.mlir
// RUN: FileCheck %s < %t.json --check-prefix=TRIALS --implicit-check-not='"outcome":"wrong-' --implicit-check-not='"outcome":"build-'
// TRIALS-DAG: "location":0{{[^{}]*}}},"outcome":"ok"
// TRIALS-DAG: "location":1{{[^{}]*}}},"outcome":"ok"

func.func @product(%a: tensor<48x32xf32>, %b: tensor<32x64xf32>, %bias: tensor<64xf32>)
    -> tensor<48x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<48x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<48x64xf32>) -> tensor<48x64xf32>
  %p = linalg.matmul ins(%a, %b : tensor<48x32xf32>, tensor<32x64xf32>)
      outs(%f : tensor<48x64xf32>) -> tensor<48x64xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %bias : tensor<48x64xf32>, tensor<64xf32>) outs(%e : tensor<48x64xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    %m = arith.maximumf %s, %zero : f32
    linalg.yield %m : f32
  } -> tensor<48x64xf32>
  return %r : tensor<48x64xf32>
}

// Without tiles there is nothing to choose.
func.func @small(%a: tensor<17x6xi32>, %b: tensor<6xi32>) -> tensor<17xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<17xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<17xi32>) -> tensor<17xi32>
  %p = linalg.matvec ins(%a, %b : tensor<17x6xi32>, tensor<6xi32>)
      outs(%f : tensor<17xi32>) -> tensor<17xi32>
  %r = linalg.add ins(%p, %p : tensor<17xi32>, tensor<17xi32>) outs(%e : tensor<17xi32>) -> tensor<17xi32>
  return %r : tensor<17xi32>
}
