// Bytes are interleaved, which of other vectors takes LLVM an element at a time: so
// the lanes of their products are powers of two.
// RUN: split-file %s %t
// RUN: %as-opt --as-generate-sketches=target=cpu:haswell %t/bytes.mlir | FileCheck %s --check-prefix=BYTES
// RUN: %as-opt --as-generate-sketches=target=cpu:haswell %t/floats.mlir | FileCheck %s --check-prefix=FLOATS

// The packed sketch, the one without, and the one in blocks.
// BYTES-COUNT-3: tune.knob<"register_1"> options = [8, 16, 32]
// BYTES-NOT: tune.knob<"register_1">
// FLOATS-COUNT-3: tune.knob<"register_1"> options = [8, 12, 16, 24, 32]
// FLOATS-NOT: tune.knob<"register_1">

//--- bytes.mlir
func.func @product(%x: tensor<64x768xi8>, %w: tensor<768x3072xi8>)
    -> tensor<64x3072xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<64x3072xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<64x3072xi32>)
      -> tensor<64x3072xi32>
  %r = linalg.matmul ins(%x, %w : tensor<64x768xi8>, tensor<768x3072xi8>)
      outs(%zeros : tensor<64x3072xi32>) -> tensor<64x3072xi32>
  return %r : tensor<64x3072xi32>
}

//--- floats.mlir
func.func @product(%x: tensor<64x768xf32>, %w: tensor<768x3072xf32>)
    -> tensor<64x3072xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x3072xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x3072xf32>)
      -> tensor<64x3072xf32>
  %r = linalg.matmul ins(%x, %w : tensor<64x768xf32>, tensor<768x3072xf32>)
      outs(%zeros : tensor<64x3072xf32>) -> tensor<64x3072xf32>
  return %r : tensor<64x3072xf32>
}
