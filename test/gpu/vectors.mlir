// A vector-matrix product reduces the matrix's columns: the reduction is the
// outer loop, and the threads of a block go down columns together.
// RUN: %as-opt --autoschedule --target=cuda:sm_80 --measure=static --records=none --progress=none --emit=tasks %s | FileCheck %s --check-prefix=TASK
// RUN: rm -f %t.db
// RUN: env AS_CUDA_DRIVER=%standin AS_PTXAS=none %as-opt --autoschedule --target=cuda --build-timeout=60 \
// RUN:   --emit=ptx --progress=none --trials=60 --records=%t.db %s -o %t.ptx
// RUN: %as-opt --export-json=- --records=%t.db > %t.json
// RUN: FileCheck %s < %t.json
// RUN: not grep -E 'wrong-answer|run-crashed|build-failed' %t.json
// CHECK: "sketch":"columns"{{.*}}"outcome":"ok",{{.*}}"checked":true
// REQUIRES: search
// For a CPU the loops stay as they are.
// RUN: %as-opt --autoschedule --records=none --progress=none --emit=tasks %s | FileCheck %s --check-prefix=CPU
// CPU-NOT: iterator_types = ["reduction"

#map = affine_map<(i, j) -> (i, j)>
// TASK-DAG: #[[VECTOR:.*]] = affine_map<(d0, d1) -> (d0)>
// TASK-DAG: #[[MATRIX:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// TASK-DAG: #[[RESULT:.*]] = affine_map<(d0, d1) -> (d1)>
// TASK: linalg.generic {indexing_maps = [#[[VECTOR]], #[[MATRIX]], #[[RESULT]]], iterator_types = ["reduction", "parallel"]}
func.func @product(%x: tensor<1x64xf32>, %w: tensor<64x48xf32>) -> tensor<1x48xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x48xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x48xf32>) -> tensor<1x48xf32>
  %p = linalg.matmul ins(%x, %w : tensor<1x64xf32>, tensor<64x48xf32>) outs(%z : tensor<1x48xf32>) -> tensor<1x48xf32>
  %r = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<1x48xf32>) outs(%e : tensor<1x48xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.maximumf %a, %zero : f32
    linalg.yield %m : f32
  } -> tensor<1x48xf32>
  return %r : tensor<1x48xf32>
}

// Products with several rows stay as they are, and so do matrices whose
// reduction is contiguous.
// RUN: %as-opt --autoschedule --target=cuda:sm_80 --measure=static --records=none --progress=none --emit=tasks %s | grep '"reduction", "parallel"' | count 1
func.func @rows(%x: tensor<3x64xf32>, %w: tensor<64x48xf32>) -> tensor<3x48xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x48xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3x48xf32>) -> tensor<3x48xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<3x64xf32>, tensor<64x48xf32>) outs(%z : tensor<3x48xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %c, %m : f32
    linalg.yield %s : f32
  } -> tensor<3x48xf32>
  return %p : tensor<3x48xf32>
}

func.func @turned(%x: tensor<1x64xf32>, %w: tensor<48x64xf32>) -> tensor<1x48xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x48xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x48xf32>) -> tensor<1x48xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<1x64xf32>, tensor<48x64xf32>) outs(%z : tensor<1x48xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %c, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x48xf32>
  return %p : tensor<1x48xf32>
}
