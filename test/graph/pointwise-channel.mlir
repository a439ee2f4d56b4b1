// A convolution of single pixels with a single channel sums up nothing: it is
// elementwise, in either layout, together with what follows. So is one of bytes.
// One that starts from a value that is not known stays a convolution.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 4
// RUN: FileCheck %s < %t/tasks
// REQUIRES: search
// CHECK-NOT: linalg.conv
// CHECK: func.func private @{{as_task_[0-9a-f]+}}(%{{.*}}: tensor<33xf32>, %{{.*}}: tensor<63xf32>, %{{.*}}: tensor<33xf32>) -> tensor<33x63xf32>
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]}
// CHECK: arith.mulf
// CHECK-NOT: linalg.conv
// CHECK: linalg.conv_2d_nchw_fchw
// CHECK-NOT: linalg.conv

#all = affine_map<(n, f, h, w) -> (n, f, h, w)>
#channel = affine_map<(n, f, h, w) -> (f)>

func.func @single(%x: tensor<1x1x7x9xf32>, %k: tensor<33x1x1x1xf32>,
                  %bias: tensor<33xf32>, %y: tensor<2x7x7x1xf32>,
                  %l: tensor<1x1x1x40xf32>, %b: tensor<1x5x5x1xi8>,
                  %m: tensor<1x1x1x24xi8>, %from: f32)
    -> (tensor<1x33x7x9xf32>, tensor<2x7x7x40xf32>, tensor<1x5x5x24xi32>,
        tensor<1x33x7x9xf32>) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %none = arith.constant 0 : i32

  %e0 = tensor.empty() : tensor<1x33x7x9xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x33x7x9xf32>)
      -> tensor<1x33x7x9xf32>
  %c0 = linalg.conv_2d_nchw_fchw
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %k : tensor<1x1x7x9xf32>, tensor<33x1x1x1xf32>)
      outs(%f0 : tensor<1x33x7x9xf32>) -> tensor<1x33x7x9xf32>
  %r0 = linalg.generic
      {indexing_maps = [#all, #channel, #all],
       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c0, %bias : tensor<1x33x7x9xf32>, tensor<33xf32>)
      outs(%e0 : tensor<1x33x7x9xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    %r = arith.maximumf %s, %zero : f32
    linalg.yield %r : f32
  } -> tensor<1x33x7x9xf32>

  %e1 = tensor.empty() : tensor<2x7x7x40xf32>
  %f1 = linalg.fill ins(%half : f32) outs(%e1 : tensor<2x7x7x40xf32>)
      -> tensor<2x7x7x40xf32>
  %r1 = linalg.conv_2d_nhwc_hwcf
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%y, %l : tensor<2x7x7x1xf32>, tensor<1x1x1x40xf32>)
      outs(%f1 : tensor<2x7x7x40xf32>) -> tensor<2x7x7x40xf32>

  %e2 = tensor.empty() : tensor<1x5x5x24xi32>
  %f2 = linalg.fill ins(%none : i32) outs(%e2 : tensor<1x5x5x24xi32>)
      -> tensor<1x5x5x24xi32>
  %r2 = linalg.conv_2d_nhwc_hwcf
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%b, %m : tensor<1x5x5x1xi8>, tensor<1x1x1x24xi8>)
      outs(%f2 : tensor<1x5x5x24xi32>) -> tensor<1x5x5x24xi32>

  %f3 = linalg.fill ins(%from : f32) outs(%e0 : tensor<1x33x7x9xf32>)
      -> tensor<1x33x7x9xf32>
  %r3 = linalg.conv_2d_nchw_fchw
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %k : tensor<1x1x7x9xf32>, tensor<33x1x1x1xf32>)
      outs(%f3 : tensor<1x33x7x9xf32>) -> tensor<1x33x7x9xf32>

  return %r0, %r1, %r2, %r3 : tensor<1x33x7x9xf32>, tensor<2x7x7x40xf32>,
      tensor<1x5x5x24xi32>, tensor<1x33x7x9xf32>
}
