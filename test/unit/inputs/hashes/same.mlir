// Programs with the hash of matmul.mlir.

// Other names.
!a = tensor<4x16xf32>
!b = tensor<16x8xf32>
!c = tensor<4x8xf32>
func.func @other(%x: !a, %y: !b, %z: !c) -> !c {
  %r = linalg.matmul ins(%x, %y : !a, !b) outs(%z : !c) -> !c
  return %r : !c
}

// -----

// Other locations, by empty lines.



!a = tensor<4x16xf32>
!b = tensor<16x8xf32>
!c = tensor<4x8xf32>
func.func @f(%a: !a, %b: !b, %c: !c) -> !c {
  %r = linalg.matmul ins(%a, %b : !a, !b) outs(%c : !c) -> !c
  return %r : !c
}

// -----

// Dead code, which canonical form does not have.
!a = tensor<4x16xf32>
!b = tensor<16x8xf32>
!c = tensor<4x8xf32>
func.func @f(%a: !a, %b: !b, %c: !c) -> !c {
  %dead = arith.constant 1.0 : f32
  %r = linalg.matmul ins(%a, %b : !a, !b) outs(%c : !c) -> !c
  return %r : !c
}

// -----

// Attributes of functions, and a task that was marked before.
!a = tensor<4x16xf32>
!b = tensor<16x8xf32>
!c = tensor<4x8xf32>
func.func private @f(%a: !a {bufferization.writable = false}, %b: !b, %c: !c) -> !c
    attributes {as.task = "0"} {
  %r = linalg.matmul ins(%a, %b : !a, !b) outs(%c : !c) -> !c
  return %r : !c
}
