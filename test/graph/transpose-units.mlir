// Dimensions of extent 1 of a transpose become part of their neighbours. One
// that moves nothing else is a reshape.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=tasks %s 2> %t.log | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir 2> %t.log
// RUN: %as-run --entry=moved %t.mlir --compare=%s --runs=0
// RUN: %as-run --entry=reshaped %t.mlir --compare=%s --runs=0
// RUN: %as-run --entry=together %t.mlir --compare=%s --runs=0
// RUN: %as-run --entry=single %t.mlir --compare=%s --runs=0

// CHECK-LABEL: func.func @moved
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1], [2, 3]] : tensor<4x50x26x1xi8> into tensor<4x50x26xi8>
// CHECK: call {{.*}} : (tensor<4x50x26xi8>) -> tensor<50x4x26xi8>
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2], [3]]
func.func @moved(%x: tensor<4x50x26x1xi8>) -> tensor<1x50x4x26xi8> {
  %e = tensor.empty() : tensor<1x50x4x26xi8>
  %r = linalg.transpose ins(%x : tensor<4x50x26x1xi8>)
      outs(%e : tensor<1x50x4x26xi8>) permutation = [3, 1, 0, 2]
  return %r : tensor<1x50x4x26xi8>
}

// CHECK-LABEL: func.func @reshaped
// CHECK-NOT: call
// CHECK: return
func.func @reshaped(%x: tensor<1x6x1x5xf32>) -> tensor<6x5x1x1xf32> {
  %e = tensor.empty() : tensor<6x5x1x1xf32>
  %r = linalg.transpose ins(%x : tensor<1x6x1x5xf32>)
      outs(%e : tensor<6x5x1x1xf32>) permutation = [1, 3, 0, 2]
  return %r : tensor<6x5x1x1xf32>
}

// CHECK-LABEL: func.func @together
// CHECK: call {{.*}} : (tensor<2x12xf32>) -> tensor<12x2xf32>
func.func @together(%x: tensor<2x1x3x4x1xf32>) -> tensor<1x3x4x2x1xf32> {
  %e = tensor.empty() : tensor<1x3x4x2x1xf32>
  %r = linalg.transpose ins(%x : tensor<2x1x3x4x1xf32>)
      outs(%e : tensor<1x3x4x2x1xf32>) permutation = [1, 2, 3, 0, 4]
  return %r : tensor<1x3x4x2x1xf32>
}

// CHECK-LABEL: func.func @single
// CHECK: return %arg0
func.func @single(%x: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %e = tensor.empty() : tensor<1x1xf32>
  %r = linalg.transpose ins(%x : tensor<1x1xf32>)
      outs(%e : tensor<1x1xf32>) permutation = [1, 0]
  return %r : tensor<1x1xf32>
}
