// A depthwise convolution of bytes has no pairs of products: each is added by an
// instruction for two, of which one is zero.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --target=cpu:icelake-server --report=%t.json --emit=object %s -o %t.o
// RUN: FileCheck %s --check-prefix=LABELS < %t.json
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --entry=depthwise --compare=%s --runs=0
// RUN: %as-run %t.mlir --entry=strided --compare=%s --runs=0
// RUN: %as-run %t.mlir --entry=unsigned --compare=%s --runs=0

// LABELS-DAG: "label":"depthwise_conv_2d_nhwc_hwc 1x14x14x64x3x3
func.func @depthwise(%x: tensor<1x14x14x64xi8>, %w: tensor<3x3x64x1xi8>, %b: tensor<64xi32>) -> tensor<1x14x14x64xi32> {
  %zx = "tosa.const"() {values = dense<-128> : tensor<1xi8>} : () -> tensor<1xi8>
  %zw = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %r = tosa.depthwise_conv2d %x, %w, %b, %zx, %zw {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x14x14x64xi8>, tensor<3x3x64x1xi8>, tensor<64xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x14x14x64xi32>
  return %r : tensor<1x14x14x64xi32>
}

// 24 lanes are 16 and 8.
// CHECK-LABEL: <strided.unchecked>:
// CHECK-NOT: vpmulld
// CHECK-DAG: vpdpwssd {{.*}}%zmm
// CHECK-DAG: {{vpdpwssd|vpmaddwd}} {{.*}}%ymm
// CHECK-NOT: vpmulld
// CHECK: <as_task
// CHECK-NOT: vpmulld
// CHECK: vpdpwssd {{.*}}%zmm
// CHECK-NOT: vpmulld
func.func @strided(%x: tensor<1x15x15x24xi8>, %w: tensor<3x3x24xi8>) -> tensor<1x7x7x24xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<1x7x7x24xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<1x7x7x24xi32>) -> tensor<1x7x7x24xi32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<1x15x15x24xi8>, tensor<3x3x24xi8>) outs(%f : tensor<1x7x7x24xi32>) -> tensor<1x7x7x24xi32>
  return %r : tensor<1x7x7x24xi32>
}

// Bytes without a sign have no upper halves to begin with.
func.func @unsigned(%x: tensor<40x64xi8>, %w: tensor<64xi8>, %y: tensor<40x64xi32>) -> tensor<40x64xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %w, %y : tensor<40x64xi8>, tensor<64xi8>, tensor<40x64xi32>) outs(%y : tensor<40x64xi32>) {
  ^bb0(%a: i8, %b: i8, %c: i32, %o: i32):
    %0 = arith.extui %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %c, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<40x64xi32>
  return %r : tensor<40x64xi32>
}
