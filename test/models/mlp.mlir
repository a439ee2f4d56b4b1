// A three-layer perceptron: relu(x * w + b), three times over. The weights are
// arguments, so that whoever runs it chooses the values. 1.6 GFLOP.

#all = affine_map<(row, column) -> (row, column)>
#perColumn = affine_map<(row, column) -> (column)>

func.func @mlp(%x: tensor<256x1024xf32>,
               %w0: tensor<1024x1024xf32>, %b0: tensor<1024xf32>,
               %w1: tensor<1024x1024xf32>, %b1: tensor<1024xf32>,
               %w2: tensor<1024x1024xf32>, %b2: tensor<1024xf32>)
    -> tensor<256x1024xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<256x1024xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<256x1024xf32>)
      -> tensor<256x1024xf32>

  // Layer 1.
  %m0 = linalg.matmul
      ins(%x, %w0 : tensor<256x1024xf32>, tensor<1024x1024xf32>)
      outs(%zeros : tensor<256x1024xf32>) -> tensor<256x1024xf32>
  %h0 = linalg.generic
      {indexing_maps = [#all, #perColumn, #all],
       iterator_types = ["parallel", "parallel"]}
      ins(%m0, %b0 : tensor<256x1024xf32>, tensor<1024xf32>)
      outs(%empty : tensor<256x1024xf32>) {
  ^bb0(%product: f32, %bias: f32, %out: f32):
    %sum = arith.addf %product, %bias : f32
    %relu = arith.maximumf %sum, %zero : f32
    linalg.yield %relu : f32
  } -> tensor<256x1024xf32>

  // Layer 2.
  %m1 = linalg.matmul
      ins(%h0, %w1 : tensor<256x1024xf32>, tensor<1024x1024xf32>)
      outs(%zeros : tensor<256x1024xf32>) -> tensor<256x1024xf32>
  %h1 = linalg.generic
      {indexing_maps = [#all, #perColumn, #all],
       iterator_types = ["parallel", "parallel"]}
      ins(%m1, %b1 : tensor<256x1024xf32>, tensor<1024xf32>)
      outs(%empty : tensor<256x1024xf32>) {
  ^bb0(%product: f32, %bias: f32, %out: f32):
    %sum = arith.addf %product, %bias : f32
    %relu = arith.maximumf %sum, %zero : f32
    linalg.yield %relu : f32
  } -> tensor<256x1024xf32>

  // Layer 3.
  %m2 = linalg.matmul
      ins(%h1, %w2 : tensor<256x1024xf32>, tensor<1024x1024xf32>)
      outs(%zeros : tensor<256x1024xf32>) -> tensor<256x1024xf32>
  %h2 = linalg.generic
      {indexing_maps = [#all, #perColumn, #all],
       iterator_types = ["parallel", "parallel"]}
      ins(%m2, %b2 : tensor<256x1024xf32>, tensor<1024xf32>)
      outs(%empty : tensor<256x1024xf32>) {
  ^bb0(%product: f32, %bias: f32, %out: f32):
    %sum = arith.addf %product, %bias : f32
    %relu = arith.maximumf %sum, %zero : f32
    linalg.yield %relu : f32
  } -> tensor<256x1024xf32>

  return %h2 : tensor<256x1024xf32>
}
