// Zero points are taken out of the sums of products and convolutions, which then
// multiply bytes. Weights in a model have sums that are computed once.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=tasks --untried=plain %s 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARKS --allow-empty < %t.err
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir
// RUN: FileCheck %s --check-prefix=LABELS < %t.json
// RUN: %as-run %t.mlir --entry=image --compare=%s --runs=0
// RUN: %as-run %t.mlir --entry=depthwise --compare=%s --runs=0
// RUN: %as-run %t.mlir --entry=both --compare=%s --runs=0
// RUN: %as-run %t.mlir --entry=left --compare=%s --runs=0
// RUN: %as-run %t.mlir --entry=weights --compare=%s --runs=0
// RUN: %as-run %t.mlir --entry=long --compare=%s --runs=0
// RUN: %as-run %t.mlir --entry=floats --compare=%s --runs=0
// RUN: %as-run %t.mlir --entry=unknown --compare=%s --runs=0
// RUN: %as-run %t.mlir --entry=open --compare=%s --sizes=rows=1,7,32 --runs=0

// REMARKS-NOT: is not rewritten

// LABELS-DAG: "label":"conv_2d_nhwc_fhwc 1x6x6x8x3x3x16
// LABELS-DAG: "label":"depthwise_conv_2d_nhwc_hwc 1x6x6x16x3x3

// The border of the image is its zero point.
// CHECK-LABEL: func.func @image(
// CHECK: call @as_fixed{{.*}} : (tensor<8x3x3x16xi8>
// CHECK: return
func.func @image(%x: tensor<1x6x6x16xi8>, %w: tensor<8x3x3x16xi8> {as.constant}, %b: tensor<8xi32>) -> tensor<1x6x6x8xi32> {
  %zx = "tosa.const"() {values = dense<-128> : tensor<1xi8>} : () -> tensor<1xi8>
  %zw = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %r = tosa.conv2d %x, %w, %b, %zx, %zw {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x6x6x16xi8>, tensor<8x3x3x16xi8>, tensor<8xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x6x6x8xi32>
  return %r : tensor<1x6x6x8xi32>
}

func.func @depthwise(%x: tensor<1x8x8x16xi8>, %w: tensor<3x3x16x1xi8>, %b: tensor<16xi32>) -> tensor<1x6x6x16xi32> {
  %zx = "tosa.const"() {values = dense<7> : tensor<1xi8>} : () -> tensor<1xi8>
  %zw = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %r = tosa.depthwise_conv2d %x, %w, %b, %zx, %zw {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x16xi8>, tensor<3x3x16x1xi8>, tensor<16xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x6x6x16xi32>
  return %r : tensor<1x6x6x16xi32>
}

// Both factors of a product may have one.
func.func @both(%x: tensor<3x8x20xi8>, %y: tensor<3x20x16xi8>) -> tensor<3x8x16xi32> {
  %zx = "tosa.const"() {values = dense<-3> : tensor<1xi8>} : () -> tensor<1xi8>
  %zy = "tosa.const"() {values = dense<100> : tensor<1xi8>} : () -> tensor<1xi8>
  %r = tosa.matmul %x, %y, %zx, %zy : (tensor<3x8x20xi8>, tensor<3x20x16xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<3x8x16xi32>
  return %r : tensor<3x8x16xi32>
}

// Only the second one: the sum over rows of the first.
func.func @left(%x: tensor<8x20xi8>, %y: tensor<20x16xi8>, %o: tensor<8x16xi32>) -> tensor<8x16xi32> {
  %zero = arith.constant 0 : i32
  %zy = arith.constant 9 : i32
  %r = linalg.quantized_matmul ins(%x, %y, %zero, %zy : tensor<8x20xi8>, tensor<20x16xi8>, i32, i32) outs(%o : tensor<8x16xi32>) -> tensor<8x16xi32>
  return %r : tensor<8x16xi32>
}

// A zero point of a convolution's weights stays in the sum, and so does one
// that is not known.
// CHECK: linalg.conv_2d_nhwc_fhwc_q
func.func @weights(%x: tensor<1x8x8x16xi8>, %w: tensor<8x3x3x16xi8>, %o: tensor<1x6x6x8xi32>) -> tensor<1x6x6x8xi32> {
  %zero = arith.constant 0 : i32
  %zw = arith.constant 5 : i32
  %r = linalg.conv_2d_nhwc_fhwc_q ins(%x, %w, %zero, %zw : tensor<1x8x8x16xi8>, tensor<8x3x3x16xi8>, i32, i32) outs(%o : tensor<1x6x6x8xi32>) -> tensor<1x6x6x8xi32>
  return %r : tensor<1x6x6x8xi32>
}

// Zero points of factors that are not extended, numbers that are cut off and
// floats, stay as well.
// CHECK: linalg.quantized_matmul {{.*}}xi64>
func.func @long(%x: tensor<8x20xi64>, %y: tensor<20x16xi64>, %o: tensor<8x16xi32>) -> tensor<8x16xi32> {
  %zx = arith.constant 3 : i32
  %zy = arith.constant 9 : i32
  %r = linalg.quantized_matmul ins(%x, %y, %zx, %zy : tensor<8x20xi64>, tensor<20x16xi64>, i32, i32) outs(%o : tensor<8x16xi32>) -> tensor<8x16xi32>
  return %r : tensor<8x16xi32>
}

// CHECK: linalg.quantized_matmul {{.*}}xf32>
func.func @floats(%x: tensor<8x20xf32>, %y: tensor<20x16xf32>, %o: tensor<8x16xi32>) -> tensor<8x16xi32> {
  %zx = arith.constant 3 : i32
  %zy = arith.constant 9 : i32
  %r = linalg.quantized_matmul ins(%x, %y, %zx, %zy : tensor<8x20xf32>, tensor<20x16xf32>, i32, i32) outs(%o : tensor<8x16xi32>) -> tensor<8x16xi32>
  return %r : tensor<8x16xi32>
}

func.func @unknown(%x: tensor<8x20xi8>, %y: tensor<20x16xi8>, %zx: i32, %o: tensor<8x16xi32>) -> tensor<8x16xi32> {
  %zero = arith.constant 0 : i32
  %r = linalg.quantized_matmul ins(%x, %y, %zx, %zero : tensor<8x20xi8>, tensor<20x16xi8>, i32, i32) outs(%o : tensor<8x16xi32>) -> tensor<8x16xi32>
  return %r : tensor<8x16xi32>
}

func.func @open(%x: tensor<?x20xi8> {as.sizes = ["rows"]}, %y: tensor<20x16xi8>) -> tensor<?x16xi32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %zx = arith.constant 3 : i32
  %zy = arith.constant -4 : i32
  %n = tensor.dim %x, %c0 : tensor<?x20xi8>
  %e = tensor.empty(%n) : tensor<?x16xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<?x16xi32>) -> tensor<?x16xi32>
  %r = linalg.quantized_matmul ins(%x, %y, %zx, %zy : tensor<?x20xi8>, tensor<20x16xi8>, i32, i32) outs(%f : tensor<?x16xi32>) -> tensor<?x16xi32>
  return %r : tensor<?x16xi32>
}
