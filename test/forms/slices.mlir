// Slices and elements that are written into a tensor: what a cache of keys and
// values is updated by. The operations are copies, around what is scheduled. Of a
// pad without a convolution there is a remark.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: slices.mlir:54:8: remark: tensor.pad is not scheduled: only a pad that a single convolution or pooling reads is part of a task, others stay copies; give each reader a pad of its own
// REMARK-NOT: remark
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS-DAG: "label":"contraction 8x64x64"
// TASKS-DAG: "label":"matmul 16x48x32"
// TASKS-DAG: "label":"conv_2d_nhwc_hwcf 1x6x6x16x3x3x8"
// RUN: %as-run %t.mlir --entry=cache --compare=%s --stock --runs=0 | FileCheck %s
// RUN: %as-run %t.mlir --entry=element --compare=%s --stock --runs=0 | FileCheck %s
// RUN: %as-run %t.mlir --entry=blocks --compare=%s --stock --runs=0 | FileCheck %s
// RUN: %as-run %t.mlir --entry=pad --compare=%s --stock --runs=0 | FileCheck %s
// CHECK: results: equal

func.func @cache(%x: tensor<1x8x64xf32>, %w: tensor<1x64x64xf32>, %cache: tensor<1x128x64xf32>, %at: index)
    -> tensor<1x128x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x64xf32>) -> tensor<1x8x64xf32>
  %new = linalg.batch_matmul ins(%x, %w : tensor<1x8x64xf32>, tensor<1x64x64xf32>) outs(%i : tensor<1x8x64xf32>) -> tensor<1x8x64xf32>
  %r = tensor.insert_slice %new into %cache[0, %at, 0] [1, 8, 64] [1, 1, 1] : tensor<1x8x64xf32> into tensor<1x128x64xf32>
  return %r : tensor<1x128x64xf32>
}
func.func @element(%x: tensor<64x64xf32>, %v: f32, %i: index, %j: index) -> tensor<64x64xf32> {
  %y = tensor.insert %v into %x[%i, %j] : tensor<64x64xf32>
  %r = arith.addf %x, %y : tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
func.func @blocks(%x: tensor<64x32xf32>, %w: tensor<32x48xf32>) -> tensor<64x48xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x48xf32>
  %r = scf.forall (%i) = (0) to (64) step (16) shared_outs(%o = %e) -> tensor<64x48xf32> {
    %a = tensor.extract_slice %x[%i, 0] [16, 32] [1, 1] : tensor<64x32xf32> to tensor<16x32xf32>
    %b = tensor.extract_slice %o[%i, 0] [16, 48] [1, 1] : tensor<64x48xf32> to tensor<16x48xf32>
    %z = linalg.fill ins(%zero : f32) outs(%b : tensor<16x48xf32>) -> tensor<16x48xf32>
    %p = linalg.matmul ins(%a, %w : tensor<16x32xf32>, tensor<32x48xf32>) outs(%z : tensor<16x48xf32>) -> tensor<16x48xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %o[%i, 0] [16, 48] [1, 1] : tensor<16x48xf32> into tensor<64x48xf32>
    }
  }
  return %r : tensor<64x48xf32>
}
func.func @pad(%x: tensor<1x6x6x8xf32>, %w: tensor<3x3x8x16xf32>) -> (tensor<1x6x6x16xf32>, tensor<1x7x7x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %border = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %zero : f32
  } : tensor<1x6x6x8xf32> to tensor<1x8x8x8xf32>
  %e = tensor.empty() : tensor<1x6x6x16xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x6x6x16xf32>) -> tensor<1x6x6x16xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%border, %w : tensor<1x8x8x8xf32>, tensor<3x3x8x16xf32>) outs(%i : tensor<1x6x6x16xf32>) -> tensor<1x6x6x16xf32>
  %s = tensor.pad %x low[0, 0, 0, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %zero : f32
  } : tensor<1x6x6x8xf32> to tensor<1x7x7x8xf32>
  return %r, %s : tensor<1x6x6x16xf32>, tensor<1x7x7x8xf32>
}
