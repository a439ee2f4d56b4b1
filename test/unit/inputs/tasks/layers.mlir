// The same layer three times is one task of weight three.
//= 3 x matmul 8x8x8 +elementwise: fill contraction elementwise
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
func.func @f(%x: tensor<8x8xf32>, %w0: tensor<8x8xf32>, %b0: tensor<8xf32>, %w1: tensor<8x8xf32>, %b1: tensor<8xf32>, %w2: tensor<8x8xf32>, %b2: tensor<8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %m0 = linalg.matmul ins(%x, %w0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zeros : tensor<8x8xf32>) -> tensor<8x8xf32>
  %b0s = linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%m0, %b0 : tensor<8x8xf32>, tensor<8xf32>) outs(%empty : tensor<8x8xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  %r0 = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%b0s : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) {
  ^bb0(%p: f32, %out: f32):
    %s = arith.maximumf %p, %zero : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  %m1 = linalg.matmul ins(%r0, %w1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zeros : tensor<8x8xf32>) -> tensor<8x8xf32>
  %b1s = linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%m1, %b1 : tensor<8x8xf32>, tensor<8xf32>) outs(%empty : tensor<8x8xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  %r1 = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%b1s : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) {
  ^bb0(%p: f32, %out: f32):
    %s = arith.maximumf %p, %zero : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  %m2 = linalg.matmul ins(%r1, %w2 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zeros : tensor<8x8xf32>) -> tensor<8x8xf32>
  %b2s = linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%m2, %b2 : tensor<8x8xf32>, tensor<8xf32>) outs(%empty : tensor<8x8xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  %r2 = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%b2s : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) {
  ^bb0(%p: f32, %out: f32):
    %s = arith.maximumf %p, %zero : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  return %r2 : tensor<8x8xf32>
}
