// Operands are no factors themselves: what a zero becomes is not nothing.
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @task(%a: tensor<57x70xf32>, %b: tensor<70x45xf32>) -> tensor<57x45xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<57x45xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<57x45xf32>) -> tensor<57x45xf32>
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<57x70xf32>, tensor<70x45xf32>) outs(%f : tensor<57x45xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %u = math.exp %x : f32
    %v = math.exp %y : f32
    %m = arith.mulf %u, %v : f32
    %s = arith.addf %sum, %m : f32
    linalg.yield %s : f32
  } -> tensor<57x45xf32>
  return %0 : tensor<57x45xf32>
}
