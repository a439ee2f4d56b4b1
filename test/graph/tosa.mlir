// TOSA is lowered to linalg before tasks are looked for, with what upstream's
// tosa-to-linalg-pipeline leaves behind: constants, reshapes and the arithmetic of
// rescaling. Transposes in pairs, as converters from NCHW leave them, are gone. The
// bias is added after the sums, unless they must be rounded as written.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 2
// RUN: FileCheck %s < %t/tasks

// RUN: %as-opt --autoschedule --emit=tasks --fp=strict %s -o - | FileCheck %s --check-prefix=STRICT
// REQUIRES: search
// STRICT: linalg.generic
// STRICT-NEXT: ^bb0
// STRICT-NEXT: linalg.yield %{{.*}} : f32
// STRICT: linalg.conv_2d_nhwc_fhwc
// STRICT-NOT: arith.addf

// CHECK-NOT: tosa.
// CHECK: func.func private @as_task_{{.*}}tensor<8xf32>{{.*}}as.task =
// CHECK: linalg.conv_2d_nhwc_fhwc
// CHECK: arith.addf
// CHECK-NOT: linalg.transpose
// CHECK: func.func private @as_task_{{.*}}tensor<1x16x32xi8>{{.*}}as.task =
// CHECK: linalg.batch_matmul
// CHECK: arith.shrsi
// CHECK-NOT: tosa.

func.func @model(%x: tensor<1x8x8x4xf32>, %k: tensor<8x3x3x4xf32>,
                 %b: tensor<8xf32>, %q: tensor<1x16x32xi8>,
                 %p: tensor<1x32x8xi8>)
    -> (tensor<1x8x64xf32>, tensor<1x16x8xi8>) {
  %none = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}>
      : () -> tensor<1xf32>
  %sums = tosa.conv2d %x, %k, %b, %none, %none
      {acc_type = f32, dilation = array<i64: 1, 1>,
       pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>}
      : (tensor<1x8x8x4xf32>, tensor<8x3x3x4xf32>, tensor<8xf32>,
         tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x8xf32>
  %channels = tosa.transpose %sums {perms = array<i32: 0, 3, 1, 2>}
      : (tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  %relu = tosa.clamp %channels {min_val = 0.0 : f32, max_val = 6.0 : f32}
      : (tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  %pixels = tosa.transpose %relu {perms = array<i32: 0, 2, 3, 1>}
      : (tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  %shape = tosa.const_shape {values = dense<[1, 8, 64]> : tensor<3xindex>}
      : () -> !tosa.shape<3>
  %flat = tosa.reshape %pixels, %shape
      : (tensor<1x8x8x8xf32>, !tosa.shape<3>) -> tensor<1x8x64xf32>

  %three = "tosa.const"() <{values = dense<3> : tensor<1xi8>}>
      : () -> tensor<1xi8>
  %products = tosa.matmul %q, %p, %three, %three
      : (tensor<1x16x32xi8>, tensor<1x32x8xi8>, tensor<1xi8>, tensor<1xi8>)
      -> tensor<1x16x8xi32>
  %scale = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}>
      : () -> tensor<1xi32>
  %shift = "tosa.const"() <{values = dense<38> : tensor<1xi8>}>
      : () -> tensor<1xi8>
  %from = "tosa.const"() <{values = dense<0> : tensor<1xi32>}>
      : () -> tensor<1xi32>
  %to = "tosa.const"() <{values = dense<-5> : tensor<1xi8>}>
      : () -> tensor<1xi8>
  %scaled = tosa.rescale %products, %scale, %shift, %from, %to
      {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false,
       input_unsigned = false, output_unsigned = false}
      : (tensor<1x16x8xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>,
         tensor<1xi8>) -> tensor<1x16x8xi8>
  return %flat, %scaled : tensor<1x8x64xf32>, tensor<1x16x8xi8>
}
