// No tensor operation, no task.
func.func @f(%x: tensor<8x8xf32>, %i: f32) -> (tensor<8x8xf32>, f32) {
  %y = arith.addf %i, %i : f32
  return %x, %y : tensor<8x8xf32>, f32
}
