#all = affine_map<(i, j) -> (i, j)>
func.func @task(%a: tensor<48x80xf32>, %b: tensor<48x80xf32>) -> tensor<48x80xi1> {
  %e = tensor.empty() : tensor<48x80xi1>
  %0 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<48x80xf32>, tensor<48x80xf32>) outs(%e : tensor<48x80xi1>) {
  ^bb0(%x: f32, %y: f32, %o: i1):
    %c = arith.cmpf olt, %x, %y : f32
    linalg.yield %c : i1
  } -> tensor<48x80xi1>
  return %0 : tensor<48x80xi1>
}
