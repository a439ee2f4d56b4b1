// Nothing that is whole, with a bias and a maximum.
#all = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
func.func @task(%a: tensor<37x70xf32>, %b: tensor<70x45xf32>, %bias: tensor<45xf32>) -> tensor<37x45xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<37x45xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<37x45xf32>) -> tensor<37x45xf32>
  %c = linalg.matmul ins(%a, %b : tensor<37x70xf32>, tensor<70x45xf32>) outs(%f : tensor<37x45xf32>) -> tensor<37x45xf32>
  %r = linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : tensor<37x45xf32>, tensor<45xf32>) outs(%e : tensor<37x45xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %s = arith.addf %x, %y : f32
    %m = arith.maximumf %s, %zero : f32
    linalg.yield %m : f32
  } -> tensor<37x45xf32>
  return %r : tensor<37x45xf32>
}
