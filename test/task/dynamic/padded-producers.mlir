// A border around what the same group computes, in front of a convolution of
// images of any size: there is no padded image as a whole, only tiles of it.

// RUN: %as-opt --autoschedule --emit=tasks --kernels-per-task=2 --records=none %s | FileCheck %s
// RUN: %as-opt --autoschedule --emit=lowered --fp=strict --kernels-per-task=2 --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --sizes=h=0,1,2,7,8,9,33,w=0,1,6,8,17 --compare=%s --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^}}results: equal{{$}}

// CHECK: func.func @padded(
// CHECK-NOT: tensor.pad
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}} : tensor<1x?x?x4xf32> into tensor<1x{{[0-9]+}}x{{[0-9]+}}x4xf32>
// CHECK-NOT: tensor.pad
func.func @padded(%x: tensor<1x?x?x4xf32> {as.sizes = ["h", "w"]}, %f: tensor<3x3x4x8xf32>) -> tensor<1x?x?x8xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %h = tensor.dim %x, %c1 : tensor<1x?x?x4xf32>
  %w = tensor.dim %x, %c2 : tensor<1x?x?x4xf32>
  %e = tensor.empty(%h, %w) : tensor<1x?x?x4xf32>
  %r = linalg.abs ins(%x : tensor<1x?x?x4xf32>) outs(%e : tensor<1x?x?x4xf32>) -> tensor<1x?x?x4xf32>
  %p = tensor.pad %r low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<1x?x?x4xf32> to tensor<1x?x?x4xf32>
  %o = tensor.empty(%h, %w) : tensor<1x?x?x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%o : tensor<1x?x?x8xf32>) -> tensor<1x?x?x8xf32>
  %y = linalg.conv_2d_nhwc_hwcf ins(%p, %f : tensor<1x?x?x4xf32>, tensor<3x3x4x8xf32>) outs(%z : tensor<1x?x?x8xf32>) -> tensor<1x?x?x8xf32>
  return %y : tensor<1x?x?x8xf32>
}
