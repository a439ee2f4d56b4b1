// Tensor code inside control flow.
//= 1 x matmul 8x8x8: contraction
func.func @f(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %n: index) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %a) -> (tensor<8x8xf32>) {
    %d = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.yield %d : tensor<8x8xf32>
  }
  return %r : tensor<8x8xf32>
}
