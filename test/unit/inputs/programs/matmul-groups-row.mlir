// The same of one row.
func.func @task(%x: tensor<16x32xf32>, %w: tensor<16x32x128xi8>, %s: tensor<16x128xf32>) -> tensor<128xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<128xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<128xf32>) -> tensor<128xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(n, g, k) -> (g, k)>, affine_map<(n, g, k) -> (g, k, n)>, affine_map<(n, g, k) -> (g, n)>, affine_map<(n, g, k) -> (n)>],
                       iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x, %w, %s : tensor<16x32xf32>, tensor<16x32x128xi8>, tensor<16x128xf32>) outs(%zeros : tensor<128xf32>) {
  ^bb0(%a: f32, %b: i8, %c: f32, %sum: f32):
    %1 = arith.sitofp %b : i8 to f32
    %2 = arith.mulf %1, %c : f32
    %3 = arith.mulf %a, %2 : f32
    %4 = arith.addf %sum, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<128xf32>
  return %y : tensor<128xf32>
}
