// A convolution of TOSA goes by positions of its window, and elements of the
// image are vectors without dimensions: it becomes dot products of four bytes
// all the same. So does a product that is summed over two loops. The rescaling
// is an epilogue in vectors.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --target=cpu:icelake-server --report=%t.json --emit=object %s -o %t.o
// RUN: FileCheck %s --check-prefix=LABELS < %t.json
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=convolution --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=blocks --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=constant --runs=0

// LABELS-DAG: "label":"conv_2d_nhwc_fhwc 1x6x6x64x3x3x32 +elementwise"
// CHECK-LABEL: <convolution.{{kernel|unchecked}}>:
// CHECK-NOT: vpmulld
// CHECK-DAG: vpdpbusd {{.*}}%zmm
// CHECK-DAG: vpmuldq {{.*}}%zmm
// CHECK-DAG: vpsra{{[dq]}} {{.*}}%zmm
func.func @convolution(%x: tensor<1x8x8x32xi8>, %w: tensor<64x3x3x32xi8>, %b: tensor<64xi32>) -> tensor<1x6x6x64xi8> {
  %zp = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %zi = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %multiplier = "tosa.const"() {values = dense<1518500250> : tensor<1xi32>} : () -> tensor<1xi32>
  %shift = "tosa.const"() {values = dense<40> : tensor<1xi8>} : () -> tensor<1xi8>
  %c = tosa.conv2d %x, %w, %b, %zp, %zp {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x32xi8>, tensor<64x3x3x32xi8>, tensor<64xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x6x6x64xi32>
  %r = tosa.rescale %c, %multiplier, %shift, %zi, %zp {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x6x6x64xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x6x6x64xi8>
  return %r : tensor<1x6x6x64xi8>
}

// CHECK-LABEL: <blocks.unchecked>:
// CHECK-NOT: vpmulld
// CHECK: vpdpbusd {{.*}}%zmm
func.func @blocks(%x: tensor<8x4x32xi8>, %w: tensor<4x32x64xi8>) -> tensor<8x64xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<8x64xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<8x64xi32>) -> tensor<8x64xi32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n, g, k) -> (m, g, k)>, affine_map<(m, n, g, k) -> (g, k, n)>, affine_map<(m, n, g, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<8x4x32xi8>, tensor<4x32x64xi8>) outs(%f : tensor<8x64xi32>) {
  ^bb0(%a: i8, %b: i8, %o: i32):
    %1 = arith.extsi %a : i8 to i32
    %2 = arith.extsi %b : i8 to i32
    %3 = arith.muli %1, %2 : i32
    %4 = arith.addi %o, %3 : i32
    linalg.yield %4 : i32
  } -> tensor<8x64xi32>
  return %y : tensor<8x64xi32>
}

// A constant filter is interleaved where it is packed, once, and corrections are
// added up once for all pixels: nothing but dot products is in the loop.
// CHECK-LABEL: <constant.body{{.*}}>:
// CHECK-NOT: {{vpmulld|vpermt2b|vpermi2b|vpunpck}}
// CHECK: vpdpbusd {{.*}}%zmm
// CHECK-NOT: {{vpmulld|vpermt2b|vpermi2b|vpunpck}}
// CHECK-LABEL: <{{.*}}>:
func.func @constant(%x: tensor<1x8x8x32xi8>, %w: tensor<64x3x3x32xi8> {as.constant}, %b: tensor<64xi32>) -> tensor<1x6x6x64xi8> {
  %zp = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %zi = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %multiplier = "tosa.const"() {values = dense<1518500250> : tensor<1xi32>} : () -> tensor<1xi32>
  %shift = "tosa.const"() {values = dense<40> : tensor<1xi8>} : () -> tensor<1xi8>
  %c = tosa.conv2d %x, %w, %b, %zp, %zp {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x32xi8>, tensor<64x3x3x32xi8>, tensor<64xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x6x6x64xi32>
  %r = tosa.rescale %c, %multiplier, %shift, %zi, %zp {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x6x6x64xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x6x6x64xi8>
  return %r : tensor<1x6x6x64xi8>
}

