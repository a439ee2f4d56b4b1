// A convolution from shared memory: the image's tile and a part of the filter
// are copied there, and sums stay in registers through all loops. The pad
// before it is two kernels of its own.
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_90 --measure=static --trials=24 --records=none --progress=none --emit=ptx --launch=%t.json %s -o %t.ptx
// RUN: FileCheck %s < %t.ptx
// RUN: FileCheck %s --check-prefix=LAUNCH < %t.json

// LAUNCH: "name":"window_3"
// LAUNCH-SAME: "sharedBytes":{{[1-9]}}

// CHECK: .entry window_3(
// CHECK: st.shared
// CHECK: bar.sync
// CHECK: ld.shared
// CHECK: fma.rn.f32
// CHECK: st.global
// CHECK-NOT: bra
// CHECK: ret
func.func @window(%x: tensor<1x56x56x64xf32>, %w: tensor<3x3x64x64xf32>) -> tensor<1x56x56x64xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x56x56x64xf32> to tensor<1x58x58x64xf32>
  %empty = tensor.empty() : tensor<1x56x56x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32>
  %y = linalg.conv_2d_nhwc_hwcf
      ins(%padded, %w : tensor<1x58x58x64xf32>, tensor<3x3x64x64xf32>)
      outs(%zeros : tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32>
  return %y : tensor<1x56x56x64xf32>
}
