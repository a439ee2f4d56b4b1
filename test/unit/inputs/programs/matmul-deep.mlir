// A reduction long enough to be cut into pieces, and a consumer.
#all = affine_map<(row, column) -> (row, column)>
func.func @task(%a: tensor<64x512xf32>, %b: tensor<512x256xf32>, %c: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x256xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x256xf32>) -> tensor<64x256xf32>
  %product = linalg.matmul
      ins(%a, %b : tensor<64x512xf32>, tensor<512x256xf32>)
      outs(%zeros : tensor<64x256xf32>) -> tensor<64x256xf32>
  %sum = linalg.generic
      {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%product, %c : tensor<64x256xf32>, tensor<64x256xf32>)
      outs(%empty : tensor<64x256xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<64x256xf32>
  return %sum : tensor<64x256xf32>
}
