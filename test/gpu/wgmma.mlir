// Products by warpgroups: tensor cores read both operands from shared memory.
// RUN: %as-opt --autoschedule --target=cuda:sm_90a --measure=static --records=none \
// RUN:   --progress=none --emit=sketches %s | FileCheck %s --check-prefix=SKETCH
// RUN: %as-opt --autoschedule --target=cuda:sm_90 --measure=static --records=none \
// RUN:   --progress=none --emit=sketches %s | FileCheck %s --check-prefix=OTHER
// OTHER-NOT: as.warpgroup

// RUN: %as-opt --autoschedule --target=cuda:sm_90a --measure=static --records=none \
// RUN:   --progress=none --trials=12 --emit=ptx %s -o %t.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: not grep -E '[.]local|ldmatrix|mma[.]sync' %t.ptx
// RUN: sed 's/f16/bf16/g' %s > %t.mlir
// RUN: %as-opt --autoschedule --target=cuda:sm_90a --measure=static --records=none \
// RUN:   --progress=none --trials=12 --emit=ptx %t.mlir -o %t.brain
// RUN: FileCheck %s --check-prefix=PTX < %t.brain

#all = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
func.func @product(%a: tensor<1024x1024xf16>, %b: tensor<1024x1024xf16>, %bias: tensor<1024xf32>) -> tensor<1024x1024xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1024x1024xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %c = linalg.matmul ins(%a, %b : tensor<1024x1024xf16>, tensor<1024x1024xf16>)
      outs(%zeros : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %r = linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : tensor<1024x1024xf32>, tensor<1024xf32>) outs(%empty : tensor<1024x1024xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %s = arith.addf %x, %y : f32
    %m = arith.maximumf %s, %zero : f32
    linalg.yield %m : f32
  } -> tensor<1024x1024xf32>
  return %r : tensor<1024x1024xf32>
}

// SKETCH-DAG: tune.knob<"block_0"> options = [64, 128, 256]
// SKETCH-DAG: tune.knob<"warp_1"> options = [16, 32, 64, 128, 256]
// SKETCH-DAG: mapping = [#gpu.warp<linear_dim_0>, #gpu.warp<linear_dim_1>]
// SKETCH-DAG: tune.knob<"tma"> options = [0, 1]
// SKETCH-DAG: "as.tma"
// SKETCH-DAG: "as.warpgroup"

// Sums stay in registers up to the bias and the maximum.
// PTX: .target sm_90a
// PTX: .extern .shared .align 1024 .b8
// PTX: .visible .entry product(
// PTX: cp.async.{{cg.shared.global|bulk.tensor.2d.shared::cluster.global}}
// PTX: wgmma.fence.sync.aligned;
// PTX: wgmma.mma_async.sync.aligned.m64n{{[0-9]+}}k16.f32.{{b?f16[.]b?f16}} {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, p, 1, 1, 0, 1;
// PTX: wgmma.commit_group.sync.aligned;
// PTX: wgmma.wait_group.sync.aligned 0;
// PTX: max.NaN.f32
// PTX: st.global.v2.b32

// Lowering: tiles have no padding, and the second one is at a multiple of 1024
// bytes. 64 terms take four instructions, and no sum is used before it was
// waited for.
// RUN: %as-opt --as-gpu-lower %S/Inputs/warpgroups.mlir | FileCheck %s --check-prefix=LOWER
// LOWER: llvm.mlir.global external @__dynamic_shmem__0() {addr_space = 3 : i32, alignment = 1024 : i64}
// LOWER: llvm.func @product
// LOWER-SAME: as.block = array<i64: 512, 1, 1>
// LOWER-SAME: as.shared = 57344 : i64
// LOWER: nvvm.cp.async.wait.group 0
// LOWER-NEXT: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
// LOWER-NEXT: nvvm.barrier
// LOWER: nvvm.wgmma.fence.aligned
// LOWER-COUNT-4: llvm.inline_asm has_side_effects "{ .reg .pred p; setp.eq.u32 p, 1, 1; wgmma.mma_async.sync.aligned.m64n48k16.f32.f16.f16 {
// LOWER-NOT: llvm.store
// LOWER: nvvm.wgmma.commit.group.sync.aligned
// LOWER-NEXT: llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;"
// LOWER-NOT: nvvm.barrier

// With three stages the products of an iteration run on in the next one. Their
// slots are overwritten an iteration later, so copies are one iteration less
// ahead.
// RUN: sed 's/as.stages = 2/as.stages = 3/; s/256x128xf16/256x192xf16/; s/<128x192xf16/<192x192xf16/; s/%%c128 = arith.constant 128/%%c128 = arith.constant 192/' %S/Inputs/warpgroups.mlir > %t.three
// RUN: %as-opt --as-gpu-lower %t.three | FileCheck %s --check-prefix=LASTING
// LASTING: as.shared = 86016 : i64
// LASTING-COUNT-1: nvvm.cp.async.commit.group
// LASTING-NOT: nvvm.cp.async.commit.group
// LASTING: nvvm.cp.async.wait.group 0
// LASTING: nvvm.cp.async.commit.group
// LASTING: nvvm.wgmma.commit.group.sync.aligned
// LASTING-NEXT: llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 1;"
// LASTING: llvm.br
// LASTING: llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;"

// Tiles that TMA copies: panels are boxes, and the first thread starts the
// copies of both operands. No thread writes what tensor cores read, so there is
// no fence.
// RUN: sed 's/as.stages = 2/as.tma = 1 : i64, as.stages = 2/' %S/Inputs/warpgroups.mlir > %t.tma.mlir
// RUN: %as-opt --as-gpu-lower %t.tma.mlir | FileCheck %s --check-prefix=TMA
// TMA: llvm.func @product
// TMA-SAME: %arg4: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}
// TMA-SAME: as.maps = "0:256x128:128x64:2:128,1:128x192:64x16:2:32"
// TMA-COUNT-2: nvvm.mbarrier.init
// TMA: nvvm.fence.mbarrier.init
// TMA-NOT: nvvm.fence.proxy
// TMA: nvvm.barrier0
// TMA: nvvm.mbarrier.arrive.expect_tx
// TMA-COUNT-7: nvvm.cp.async.bulk.tensor.shared.cluster.global
// TMA-NOT: nvvm.cp.async.shared
// TMA: nvvm.barrier0
// TMA: nvvm.mbarrier.arrive.expect_tx
// TMA-COUNT-7: nvvm.cp.async.bulk.tensor.shared.cluster.global
// TMA-NOT: nvvm.barrier0
// TMA: mbarrier.try_wait.parity
// TMA: nvvm.wgmma.fence.aligned
