// Convolutions of bytes with three channels sum up a row of the window and its
// channels in one loop, and multiply bytes in fours.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=tasks --untried=plain %s 2>/dev/null | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --target=cpu:icelake-server --emit=object %s -o %t.o
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=CODE
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --entry=first --compare=%s --runs=0
// RUN: %as-run %t.mlir --entry=turned --compare=%s --runs=0
// RUN: %as-run %t.mlir --entry=other --compare=%s --runs=0

// The pad comes after the image is collapsed.
// CHECK-DAG: [[PIXELS:#map[0-9]*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 * 2 + d4, d2 * 6 + d5)>
// CHECK-DAG: [[ROWS:#map[0-9]*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 + d4 * 2, d2 * 5 + d5)>
// CHECK-DAG: tensor.pad {{.*}} low[0, 1, 3] high[0, 1, 3]
// CHECK-DAG: linalg.generic {indexing_maps = {{\[}}[[PIXELS]]
// CHECK-DAG: linalg.generic {indexing_maps = {{\[}}[[ROWS]]
// CODE-LABEL: <first
// CODE: vpdpbusd
// CODE: ret
func.func @first(%x: tensor<1x11x11x3xi8>, %w: tensor<32x3x3x3xi8> {as.constant}, %b: tensor<32xi32>) -> tensor<1x6x6x32xi32> {
  %zx = "tosa.const"() {values = dense<-1> : tensor<1xi8>} : () -> tensor<1xi8>
  %zw = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %r = tosa.conv2d %x, %w, %b, %zx, %zw {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 2, 2>} : (tensor<1x11x11x3xi8>, tensor<32x3x3x3xi8>, tensor<32xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x6x6x32xi32>
  return %r : tensor<1x6x6x32xi32>
}

// Filters last, rows of the window apart.
func.func @turned(%x: tensor<2x9x9x5xi8>, %w: tensor<3x2x5x16xi8>, %o: tensor<2x5x8x16xi32>) -> tensor<2x5x8x16xi32> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<[2, 1]> : tensor<2xi64>} ins(%x, %w : tensor<2x9x9x5xi8>, tensor<3x2x5x16xi8>) outs(%o : tensor<2x5x8x16xi32>) -> tensor<2x5x8x16xi32>
  return %r : tensor<2x5x8x16xi32>
}

// Not of columns that are apart.
// CHECK-DAG: linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 2]>
func.func @other(%x: tensor<1x9x9x3xi8>, %w: tensor<3x3x3x16xi8>, %o: tensor<1x7x5x16xi32>) -> tensor<1x7x5x16xi32> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 2]> : tensor<2xi64>} ins(%x, %w : tensor<1x9x9x3xi8>, tensor<3x3x3x16xi8>) outs(%o : tensor<1x7x5x16xi32>) -> tensor<1x7x5x16xi32>
  return %r : tensor<1x7x5x16xi32>
}
