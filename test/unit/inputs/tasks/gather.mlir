// Bodies that look things up in static tensors are tasks; bodies that do more
// are not.
//= 1 x elementwise 4: elementwise
//= loc("-":13:8) linalg.generic is not scheduled: its body does more than arithmetic and gathers from static tensors; move what else it does out of it
#id = affine_map<(i) -> (i)>
func.func @f(%table: tensor<9xf32>, %at: tensor<4xindex>, %e: tensor<4xf32>, %any: tensor<?xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%at : tensor<4xindex>) outs(%e : tensor<4xf32>) {
  ^bb0(%i: index, %out: f32):
    %v = tensor.extract %table[%i] : tensor<9xf32>
    linalg.yield %v : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%at : tensor<4xindex>) outs(%e : tensor<4xf32>) {
  ^bb0(%i: index, %out: f32):
    %v = tensor.extract %any[%i] : tensor<?xf32>
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
