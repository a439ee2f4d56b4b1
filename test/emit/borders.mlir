// An image that is padded is copied into an array of which only the border is
// filled: no loop goes over all of its 37 rows, which only its size depends on.

// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %as-run %t.mlir --entry=pooled --compare=%s --stock --runs=0

// CHECK-LABEL: llvm.func @pooled(
// CHECK: constant(37 :
// CHECK-NOT: constant(37 :
// CHECK-LABEL: llvm.func @filled(
// CHECK: constant(37 :

func.func @pooled(%x: tensor<1x34x12x16xf32>) -> tensor<1x35x13x16xf32> {
  %least = arith.constant 0xFF800000 : f32
  %padded = tensor.pad %x low[0, 2, 1, 0] high[0, 1, 2, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %least : f32
  } : tensor<1x34x12x16xf32> to tensor<1x37x15x16xf32>
  %window = tensor.empty() : tensor<3x3xf32>
  %e = tensor.empty() : tensor<1x35x13x16xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<1x35x13x16xf32>) -> tensor<1x35x13x16xf32>
  %r = linalg.pooling_nhwc_max ins(%padded, %window : tensor<1x37x15x16xf32>, tensor<3x3xf32>)
      outs(%f : tensor<1x35x13x16xf32>) -> tensor<1x35x13x16xf32>
  return %r : tensor<1x35x13x16xf32>
}

// What is not copied over is filled as it is.
func.func @filled() -> tensor<37x15xf32> {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<37x15xf32>
  %f = linalg.fill ins(%one : f32) outs(%e : tensor<37x15xf32>) -> tensor<37x15xf32>
  return %f : tensor<37x15xf32>
}
