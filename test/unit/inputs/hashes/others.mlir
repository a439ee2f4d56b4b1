// Programs whose hashes differ from that of matmul.mlir and from each other.

// Another shape.
!a = tensor<4x16xf32>
!b = tensor<16x9xf32>
!c = tensor<4x9xf32>
func.func @f(%a: !a, %b: !b, %c: !c) -> !c {
  %r = linalg.matmul ins(%a, %b : !a, !b) outs(%c : !c) -> !c
  return %r : !c
}

// -----

// Another attribute.
!a = tensor<4x16xf32>
!b = tensor<16x8xf32>
!c = tensor<4x8xf32>
func.func @f(%a: !a, %b: !b, %c: !c) -> !c {
  %r = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : !a, !b) outs(%c : !c) -> !c
  return %r : !c
}

// -----

// Another operation before it.
!a = tensor<4x16xf32>
!b = tensor<16x8xf32>
!c = tensor<4x8xf32>
func.func @f(%a: !a, %b: !b) -> !c {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !c
  %c = linalg.fill ins(%zero : f32) outs(%e : !c) -> !c
  %m = linalg.matmul ins(%a, %b : !a, !b) outs(%c : !c) -> !c
  return %m : !c
}

// -----

// Another operation behind it.
!a = tensor<4x16xf32>
!b = tensor<16x8xf32>
!c = tensor<4x8xf32>
func.func @f(%a: !a, %b: !b) -> !c {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !c
  %c = linalg.fill ins(%zero : f32) outs(%e : !c) -> !c
  %m = linalg.matmul ins(%a, %b : !a, !b) outs(%c : !c) -> !c
  %n = linalg.negf ins(%m : !c) outs(%e : !c) -> !c
  return %n : !c
}

// -----

// A different operation behind it.
!a = tensor<4x16xf32>
!b = tensor<16x8xf32>
!c = tensor<4x8xf32>
func.func @f(%a: !a, %b: !b) -> !c {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !c
  %c = linalg.fill ins(%zero : f32) outs(%e : !c) -> !c
  %m = linalg.matmul ins(%a, %b : !a, !b) outs(%c : !c) -> !c
  %n = linalg.exp ins(%m : !c) outs(%e : !c) -> !c
  return %n : !c
}

// -----

// Two operands.
!a = tensor<4x16xf32>
!b = tensor<16x8xf32>
!c = tensor<4x8xf32>
func.func @f(%a: !a, %b: !b) -> !c {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !c
  %c = linalg.fill ins(%zero : f32) outs(%e : !c) -> !c
  %m = linalg.matmul ins(%a, %b : !a, !b) outs(%c : !c) -> !c
  %n = linalg.sub ins(%m, %c : !c, !c) outs(%e : !c) -> !c
  return %n : !c
}

// -----

// The same operation with its operands swapped.
!a = tensor<4x16xf32>
!b = tensor<16x8xf32>
!c = tensor<4x8xf32>
func.func @f(%a: !a, %b: !b) -> !c {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !c
  %c = linalg.fill ins(%zero : f32) outs(%e : !c) -> !c
  %m = linalg.matmul ins(%a, %b : !a, !b) outs(%c : !c) -> !c
  %n = linalg.sub ins(%c, %m : !c, !c) outs(%e : !c) -> !c
  return %n : !c
}
