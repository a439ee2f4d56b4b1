#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @task(%m: tensor<48x80xi1>) -> tensor<48xi1> {
  %true = arith.constant true
  %e = tensor.empty() : tensor<48xi1>
  %f = linalg.fill ins(%true : i1) outs(%e : tensor<48xi1>) -> tensor<48xi1>
  %0 = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%m : tensor<48x80xi1>) outs(%f : tensor<48xi1>) {
  ^bb0(%x: i1, %o: i1):
    %a = arith.andi %x, %o : i1
    linalg.yield %a : i1
  } -> tensor<48xi1>
  return %0 : tensor<48xi1>
}
