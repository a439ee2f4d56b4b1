// A vector times a matrix, as sums of its columns.
func.func @task(%v: tensor<200xf32>, %m: tensor<200x96xf32>, %b: tensor<96xf32>) -> tensor<96xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<96xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<96xf32>) -> tensor<96xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(k, n) -> (k)>, affine_map<(k, n) -> (k, n)>, affine_map<(k, n) -> (n)>],
      iterator_types = ["reduction", "parallel"]} ins(%v, %m : tensor<200xf32>, tensor<200x96xf32>) outs(%f : tensor<96xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %r = arith.addf %p, %z : f32
    linalg.yield %r : f32
  } -> tensor<96xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(n) -> (n)>, affine_map<(n) -> (n)>, affine_map<(n) -> (n)>],
      iterator_types = ["parallel"]} ins(%s, %b : tensor<96xf32>, tensor<96xf32>) outs(%e : tensor<96xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<96xf32>
  return %q : tensor<96xf32>
}
