// A dynamic shape: the tensor stays a memref descriptor.
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.negf ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
