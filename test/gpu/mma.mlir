// Products by tensor cores: warps have tiles, and the stages around them are
// loops over lanes.
// RUN: %as-opt --autoschedule --target=cuda:sm_80 --measure=static --records=none \
// RUN:   --progress=none --emit=sketches %s | FileCheck %s --check-prefix=SKETCH
// RUN: %as-opt --autoschedule --target=cuda:sm_80 --measure=static --records=none \
// RUN:   --progress=none --trials=12 --emit=ptx %s -o %t.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: not grep -F .local %t.ptx

// The first tensor cores take half as many terms at a time.
// RUN: %as-opt --autoschedule --target=cuda:sm_75 --measure=static --records=none \
// RUN:   --progress=none --trials=12 --emit=ptx %s -o %t.first
// RUN: FileCheck %s --check-prefix=FIRST < %t.first
// FIRST: mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32

#all = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
func.func @product(%a: tensor<256x256xf16>, %b: tensor<256x256xf16>, %bias: tensor<256xf32>) -> tensor<256x256xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<256x256xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<256x256xf32>) -> tensor<256x256xf32>
  %c = linalg.matmul ins(%a, %b : tensor<256x256xf16>, tensor<256x256xf16>)
      outs(%zeros : tensor<256x256xf32>) -> tensor<256x256xf32>
  %r = linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : tensor<256x256xf32>, tensor<256xf32>) outs(%empty : tensor<256x256xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %s = arith.addf %x, %y : f32
    %m = arith.maximumf %s, %zero : f32
    linalg.yield %m : f32
  } -> tensor<256x256xf32>
  return %r : tensor<256x256xf32>
}

// SKETCH-DAG: tune.knob<"block_0"> options = [16, 32, 64, 128, 256]
// SKETCH-DAG: tune.knob<"warp_0"> options = [16, 32, 64, 128]
// SKETCH-DAG: mapping = [#gpu.warp<linear_dim_1>, #gpu.warp<linear_dim_0>]
// SKETCH-DAG: mapping = [#gpu.lane<linear_dim_1>, #gpu.lane<linear_dim_0>]
// SKETCH-DAG: "as.mma"

// Both operands are loaded from shared memory, the second one transposed. Sums
// stay in registers up to the bias and the maximum, and a lane stores two
// neighbours.
// PTX: .visible .entry product(
// PTX: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// PTX: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// PTX: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// PTX: max.NaN.f32
// PTX: st.global.v2.b32
