// A batch of images has four loops with several iterations, but a grid has
// three dimensions. So blocks have a linear index, from which each computes its
// tile.
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_90 --measure=static --trials=24 --records=none --progress=none --emit=schedule %s -o %t.schedule
// RUN: FileCheck %s --check-prefix=SCHEDULE < %t.schedule
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_90 --measure=static --trials=24 --records=none --progress=none --emit=ptx --launch=%t.json %s -o %t.ptx
// RUN: FileCheck %s < %t.ptx
// RUN: FileCheck %s --check-prefix=LAUNCH < %t.json

// SCHEDULE: [#gpu.block<linear_dim_3>, #gpu.block<linear_dim_2>, #gpu.block<linear_dim_1>, #gpu.block<linear_dim_0>]

// LAUNCH: "name":"images"
// LAUNCH-SAME: "grid":[{{[0-9]+}},1,1]
// LAUNCH-SAME: "sharedBytes":{{[1-9]}}

// CHECK: .entry images(
// CHECK: mov.u32 {{.*}}, %ctaid.x
// CHECK-NOT: %ctaid.y
// CHECK: ld.shared
// CHECK: fma.rn.f32
func.func @images(%x: tensor<32x58x58x64xf32>, %w: tensor<3x3x64x64xf32>) -> tensor<32x56x56x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x56x56x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x56x56x64xf32>) -> tensor<32x56x56x64xf32>
  %y = linalg.conv_2d_nhwc_hwcf
      ins(%x, %w : tensor<32x58x58x64xf32>, tensor<3x3x64x64xf32>)
      outs(%zeros : tensor<32x56x56x64xf32>) -> tensor<32x56x56x64xf32>
  return %y : tensor<32x56x56x64xf32>
}
