// A convolution of single pixels is a matrix product of all the pixels to the
// rules, in either layout, with what follows as its epilogue. So is one that
// leaves out pixels, of a copy of the others; for few channels it stays a
// convolution.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 4
// RUN: FileCheck %s < %t/tasks
// REQUIRES: search
// CHECK-LABEL: func.func @pointwise
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2, 3]] : tensor<1x64x7x9xf32> into tensor<64x63xf32>
// CHECK: call @[[EPILOGUE:as_task_[0-9a-f]+]]
// CHECK: tensor.expand_shape %{{.*}} : tensor<32x63xf32> into tensor<1x32x7x9xf32>
// CHECK: tensor.expand_shape %{{.*}} : tensor<2x32x49xf32> into tensor<2x32x7x7xf32>
// CHECK: tensor.expand_shape %{{.*}} : tensor<98x32xf32> into tensor<2x7x7x32xf32>
// CHECK: func.func private @[[EPILOGUE]](%[[FILTER:.*]]: tensor<32x64xf32>, %[[IMAGE:.*]]: tensor<64x63xf32>, %{{.*}}: tensor<32xf32>, %{{.*}}: tensor<32x63xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[FILTER]], %[[IMAGE]] :
// CHECK: linalg.generic
// CHECK: arith.maximumf
// CHECK: return
// CHECK-NOT: linalg.conv_2d
// CHECK-LABEL: func.func private {{.*}}(%{{.*}}: tensor<2x7x7x64xf32>) -> tensor<2x4x4x64xf32>
// CHECK-NOT: linalg.conv_2d
// CHECK-LABEL: func.func private {{.*}}(%{{.*}}: tensor<32x64xf32>, %{{.*}}: tensor<64x32xf32>)
// CHECK-NOT: linalg.conv_2d
// CHECK-LABEL: func.func private {{.*}}(%{{.*}}: tensor<2x64x7x7xf32>) -> tensor<2x64x4x3xf32>
// CHECK-NOT: linalg.conv_2d
// CHECK-LABEL: func.func private {{.*}}(%{{.*}}: tensor<32x64xf32>, %{{.*}}: tensor<2x64x12xf32>)
// CHECK-NOT: linalg.conv_2d
// CHECK-LABEL: func.func private {{.*}}(%{{.*}}: tensor<2x7x7x64xf32>, %{{.*}}: tensor<1x1x64x3xf32>)
// CHECK: linalg.conv_2d_nhwc_hwcf

#all = affine_map<(n, f, h, w) -> (n, f, h, w)>
#channel = affine_map<(n, f, h, w) -> (f)>

func.func @pointwise(%x: tensor<1x64x7x9xf32>, %k: tensor<32x64x1x1xf32>,
                     %bias: tensor<32xf32>, %rest: tensor<1x32x7x9xf32>,
                     %xs: tensor<2x64x7x7xf32>, %y: tensor<2x7x7x64xf32>,
                     %l: tensor<1x1x64x32xf32>, %few: tensor<1x1x64x3xf32>)
    -> (tensor<1x32x7x9xf32>, tensor<2x32x7x7xf32>, tensor<2x7x7x32xf32>,
        tensor<2x4x4x32xf32>, tensor<2x32x4x3xf32>, tensor<2x4x4x3xf32>) {
  %zero = arith.constant 0.0 : f32

  %e0 = tensor.empty() : tensor<1x32x7x9xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x32x7x9xf32>)
      -> tensor<1x32x7x9xf32>
  %c0 = linalg.conv_2d_nchw_fchw
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %k : tensor<1x64x7x9xf32>, tensor<32x64x1x1xf32>)
      outs(%f0 : tensor<1x32x7x9xf32>) -> tensor<1x32x7x9xf32>
  %r0 = linalg.generic
      {indexing_maps = [#all, #channel, #all, #all],
       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c0, %bias, %rest
          : tensor<1x32x7x9xf32>, tensor<32xf32>, tensor<1x32x7x9xf32>)
      outs(%e0 : tensor<1x32x7x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    %t = arith.addf %s, %c : f32
    %m = arith.maximumf %t, %zero : f32
    linalg.yield %m : f32
  } -> tensor<1x32x7x9xf32>

  %e1 = tensor.empty() : tensor<2x32x7x7xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2x32x7x7xf32>)
      -> tensor<2x32x7x7xf32>
  %r1 = linalg.conv_2d_nchw_fchw
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%xs, %k : tensor<2x64x7x7xf32>, tensor<32x64x1x1xf32>)
      outs(%f1 : tensor<2x32x7x7xf32>) -> tensor<2x32x7x7xf32>

  %e2 = tensor.empty() : tensor<2x7x7x32xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<2x7x7x32xf32>)
      -> tensor<2x7x7x32xf32>
  %c2 = linalg.conv_2d_nhwc_hwcf
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%y, %l : tensor<2x7x7x64xf32>, tensor<1x1x64x32xf32>)
      outs(%f2 : tensor<2x7x7x32xf32>) -> tensor<2x7x7x32xf32>
  %r2 = linalg.abs ins(%c2 : tensor<2x7x7x32xf32>)
      outs(%e2 : tensor<2x7x7x32xf32>) -> tensor<2x7x7x32xf32>

  %e3 = tensor.empty() : tensor<2x4x4x32xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<2x4x4x32xf32>)
      -> tensor<2x4x4x32xf32>
  %r3 = linalg.conv_2d_nhwc_hwcf
      {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%y, %l : tensor<2x7x7x64xf32>, tensor<1x1x64x32xf32>)
      outs(%f3 : tensor<2x4x4x32xf32>) -> tensor<2x4x4x32xf32>

  %e4 = tensor.empty() : tensor<2x32x4x3xf32>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<2x32x4x3xf32>)
      -> tensor<2x32x4x3xf32>
  %r4 = linalg.conv_2d_nchw_fchw
      {dilations = dense<1> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>}
      ins(%xs, %k : tensor<2x64x7x7xf32>, tensor<32x64x1x1xf32>)
      outs(%f4 : tensor<2x32x4x3xf32>) -> tensor<2x32x4x3xf32>

  %e5 = tensor.empty() : tensor<2x4x4x3xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<2x4x4x3xf32>)
      -> tensor<2x4x4x3xf32>
  %r5 = linalg.conv_2d_nhwc_hwcf
      {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%y, %few : tensor<2x7x7x64xf32>, tensor<1x1x64x3xf32>)
      outs(%f5 : tensor<2x4x4x3xf32>) -> tensor<2x4x4x3xf32>

  return %r0, %r1, %r2, %r3, %r4, %r5 : tensor<1x32x7x9xf32>, tensor<2x32x7x7xf32>,
      tensor<2x7x7x32xf32>, tensor<2x4x4x32xf32>, tensor<2x32x4x3xf32>, tensor<2x4x4x3xf32>
}
