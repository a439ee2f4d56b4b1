// Functions that are not tasks.

// A dynamic shape.
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// -----

// A memref.
func.func @f(%x: memref<4xf32>) {
  return
}

// -----

// An element type that the library does not know.
func.func @f(%x: tensor<4xi3>) -> tensor<4xi3> {
  return %x : tensor<4xi3>
}

// -----

// Nothing to compute.
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
