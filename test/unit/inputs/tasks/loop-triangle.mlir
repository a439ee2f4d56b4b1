// Within a triangle a loop has the iterations that it has in the middle of the loop
// around it, which is their mean: where it ends there, also at the tightest of
// several bounds, where it begins there, and where steps are larger.
//= 36 x matmul 8x8x8: contraction
//= 27 x negf 8x8: elementwise
//= 15 x exp 8x8: elementwise
//= 20 x transpose 8x8: transpose
#to = affine_map<(i) -> (i)>
#least = affine_map<(i) -> (i + 1, 3)>
func.func @f(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>)
    -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %products = affine.for %i = 0 to 9 iter_args(%s = %a) -> (tensor<8x8xf32>) {
    %inner = affine.for %j = 0 to #to(%i) iter_args(%t = %s) -> (tensor<8x8xf32>) {
      %r = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%t : tensor<8x8xf32>) -> tensor<8x8xf32>
      affine.yield %r : tensor<8x8xf32>
    }
    affine.yield %inner : tensor<8x8xf32>
  }
  %negated = affine.for %i = 0 to 9 iter_args(%s = %a) -> (tensor<8x8xf32>) {
    %inner = affine.for %j = 0 to min #least(%i) iter_args(%t = %s) -> (tensor<8x8xf32>) {
      %r = linalg.negf ins(%t : tensor<8x8xf32>) outs(%b : tensor<8x8xf32>) -> tensor<8x8xf32>
      affine.yield %r : tensor<8x8xf32>
    }
    affine.yield %inner : tensor<8x8xf32>
  }
  %turned = affine.for %i = 0 to 9 step 2 iter_args(%s = %a) -> (tensor<8x8xf32>) {
    %inner = affine.for %j = 0 to #to(%i) iter_args(%t = %s) -> (tensor<8x8xf32>) {
      %r = linalg.transpose ins(%t : tensor<8x8xf32>) outs(%b : tensor<8x8xf32>) permutation = [1, 0]
      affine.yield %r : tensor<8x8xf32>
    }
    affine.yield %inner : tensor<8x8xf32>
  }
  %powers = scf.for %i = %c3 to %c8 step %c1 iter_args(%s = %a) -> (tensor<8x8xf32>) {
    %inner = scf.for %j = %i to %c8 step %c1 iter_args(%t = %s) -> (tensor<8x8xf32>) {
      %r = linalg.exp ins(%t : tensor<8x8xf32>) outs(%b : tensor<8x8xf32>) -> tensor<8x8xf32>
      scf.yield %r : tensor<8x8xf32>
    }
    scf.yield %inner : tensor<8x8xf32>
  }
  return %products, %negated, %turned, %powers : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
