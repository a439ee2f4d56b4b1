// A quantised product of TOSA: bytes are multiplied, and i32 is rescaled to i8.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS-DAG: "label":"contraction 8x8x16 +elementwise"
// RUN: %as-run %t.mlir --compare=%s --runs=0

func.func @product(%x: tensor<1x8x16xi8>, %w: tensor<1x16x8xi8>) -> tensor<1x8x8xi8> {
  %zp = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %zi = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %multiplier = "tosa.const"() {values = dense<1073741824> : tensor<1xi32>} : () -> tensor<1xi32>
  %shift = "tosa.const"() {values = dense<36> : tensor<1xi8>} : () -> tensor<1xi8>
  %p = tosa.matmul %x, %w, %zp, %zp : (tensor<1x8x16xi8>, tensor<1x16x8xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x8x8xi32>
  %r = tosa.rescale %p, %multiplier, %shift, %zi, %zp {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x8x8xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x8x8xi8>
  return %r : tensor<1x8x8xi8>
}
