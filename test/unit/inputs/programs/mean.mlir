// Everything to one number, over three loops, and what is done with it then.
#all = affine_map<(i, j, k) -> (i, j, k)>
#none = affine_map<(i, j, k) -> ()>
#scalar = affine_map<() -> ()>
func.func @task(%x: tensor<6x20x96xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 11520.0 : f32
  %empty = tensor.empty() : tensor<f32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %sum = linalg.generic
      {indexing_maps = [#all, #none], iterator_types = ["reduction", "reduction", "reduction"]}
      ins(%x : tensor<6x20x96xf32>) outs(%zeros : tensor<f32>) {
  ^bb0(%p: f32, %s: f32):
    %0 = arith.addf %s, %p : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %mean = linalg.generic
      {indexing_maps = [#scalar, #scalar], iterator_types = []}
      ins(%sum : tensor<f32>) outs(%empty : tensor<f32>) {
  ^bb0(%s: f32, %q: f32):
    %0 = arith.divf %s, %count : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  return %mean : tensor<f32>
}
