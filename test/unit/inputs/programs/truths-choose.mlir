#all = affine_map<(i, j) -> (i, j)>
func.func @task(%m: tensor<48x80xi1>, %a: tensor<48x80xf32>, %b: tensor<48x80xf32>) -> tensor<48x80xf32> {
  %e = tensor.empty() : tensor<48x80xf32>
  %0 = linalg.generic {indexing_maps = [#all, #all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%m, %a, %b : tensor<48x80xi1>, tensor<48x80xf32>, tensor<48x80xf32>) outs(%e : tensor<48x80xf32>) {
  ^bb0(%c: i1, %x: f32, %y: f32, %o: f32):
    %s = arith.select %c, %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<48x80xf32>
  return %0 : tensor<48x80xf32>
}
