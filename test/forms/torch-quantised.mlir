// Quantised layers of torch-mlir: bytes by bytes with a scale for each row and
// column, and weights with a scale for each column, broadcast to a batch. Each
// is one task that reads bytes.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=LABELS < %t.json
// LABELS-DAG: "label":"contraction 24x48x64 +elementwise"
// LABELS-DAG: "label":"contraction 2x3x48x32 +elementwise"
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks %s | FileCheck %s
// CHECK-NOT: x48xf32> {as.constant}
// RUN: %as-run %t.mlir --compare=%s --entry=rows --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=batched --runs=0

// A dynamically quantised layer.
func.func @rows(%x: tensor<24x64xi8>, %w: tensor<48x64xi8> {as.constant}, %sx: tensor<24xf32>, %sw: tensor<48xf32> {as.constant}) -> tensor<24x48xf32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<24x48xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<24x48xi32>) -> tensor<24x48xi32>
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%x, %w : tensor<24x64xi8>, tensor<48x64xi8>) outs(%f : tensor<24x48xi32>) -> tensor<24x48xi32>
  %o = tensor.empty() : tensor<24x48xf32>
  %v = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%y, %sx, %sw : tensor<24x48xi32>, tensor<24xf32>, tensor<48xf32>) outs(%o : tensor<24x48xf32>) {
  ^bb0(%a: i32, %b: f32, %c: f32, %d: f32):
    %1 = arith.sitofp %a : i32 to f32
    %2 = arith.mulf %1, %b : f32
    %3 = arith.mulf %2, %c : f32
    linalg.yield %3 : f32
  } -> tensor<24x48xf32>
  return %v : tensor<24x48xf32>
}

// A linear layer of three dimensions: weights are broadcast to the batch.
func.func @batched(%x: tensor<2x3x32xf32>, %w: tensor<48x32xi8> {as.constant}, %s: tensor<48xf32> {as.constant}) -> tensor<2x3x48xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<48x32xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(n, k) -> (n, k)>, affine_map<(n, k) -> (n)>, affine_map<(n, k) -> (n, k)>], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<48x32xi8>, tensor<48xf32>) outs(%e : tensor<48x32xf32>) {
  ^bb0(%a: i8, %b: f32, %o: f32):
    %1 = arith.sitofp %a : i8 to f32
    %2 = arith.mulf %1, %b : f32
    linalg.yield %2 : f32
  } -> tensor<48x32xf32>
  %t = tensor.empty() : tensor<32x48xf32>
  %turned = linalg.transpose ins(%d : tensor<48x32xf32>) outs(%t : tensor<32x48xf32>) permutation = [1, 0]
  %m = tensor.empty() : tensor<2x32x48xf32>
  %many = linalg.broadcast ins(%turned : tensor<32x48xf32>) outs(%m : tensor<2x32x48xf32>) dimensions = [0]
  %q = tensor.empty() : tensor<2x3x48xf32>
  %f = linalg.fill ins(%zero : f32) outs(%q : tensor<2x3x48xf32>) -> tensor<2x3x48xf32>
  %y = linalg.batch_matmul ins(%x, %many : tensor<2x3x32xf32>, tensor<2x32x48xf32>) outs(%f : tensor<2x3x48xf32>) -> tensor<2x3x48xf32>
  return %y : tensor<2x3x48xf32>
}
