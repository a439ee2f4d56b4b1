func.func @mm(%x: tensor<127x40xf32>, %w: tensor<40x45xf32>,
              %bias: tensor<45xf32>) -> tensor<127x45xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<127x45xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<127x45xf32>)
      -> tensor<127x45xf32>
  %products = linalg.matmul
      ins(%x, %w : tensor<127x40xf32>, tensor<40x45xf32>)
      outs(%zeros : tensor<127x45xf32>) -> tensor<127x45xf32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%products, %bias : tensor<127x45xf32>, tensor<45xf32>)
      outs(%empty : tensor<127x45xf32>) {
  ^bb0(%product: f32, %b: f32, %out: f32):
    %s = arith.addf %product, %b : f32
    linalg.yield %s : f32
  } -> tensor<127x45xf32>
  return %sum : tensor<127x45xf32>
}
