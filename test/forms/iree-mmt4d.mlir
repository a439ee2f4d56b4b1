// A product in tiles, as IREE packs it: the operands are packed, multiplied and
// unpacked.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS-DAG: "label":"contraction 2x2x8x8x8x1"
// TASKS-DAG: "label":"transpose 2x8x2x8"
// TASKS-DAG: "label":"copy 16x16"
// RUN: %as-run %t.mlir --compare=%s --runs=0

func.func @product(%x: tensor<16x8xf32>, %w: tensor<8x16xf32>) -> tensor<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %ex = tensor.empty() : tensor<2x8x8x1xf32>
  %ez = tensor.empty() : tensor<2x2x8x8xf32>
  %er = tensor.empty() : tensor<16x16xf32>
  %px = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [8, 1] into %ex : tensor<16x8xf32> -> tensor<2x8x8x1xf32>
  %pw = linalg.pack %w outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [8, 1] into %ex : tensor<8x16xf32> -> tensor<2x8x8x1xf32>
  %z = linalg.fill ins(%zero : f32) outs(%ez : tensor<2x2x8x8xf32>) -> tensor<2x2x8x8xf32>
  %p = linalg.mmt4d ins(%px, %pw : tensor<2x8x8x1xf32>, tensor<2x8x8x1xf32>) outs(%z : tensor<2x2x8x8xf32>) -> tensor<2x2x8x8xf32>
  %r = linalg.unpack %p inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %er : tensor<2x2x8x8xf32> -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}
