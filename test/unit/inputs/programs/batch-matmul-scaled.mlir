// Attention's scores: an elementwise consumer of three dimensions.
#all = affine_map<(b, m, n) -> (b, m, n)>
func.func @task(%a: tensor<4x24x32xf32>, %b: tensor<4x32x40xf32>, %mask: tensor<4x24x40xf32>) -> tensor<4x24x40xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.125 : f32
  %empty = tensor.empty() : tensor<4x24x40xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x24x40xf32>) -> tensor<4x24x40xf32>
  %product = linalg.batch_matmul
      ins(%a, %b : tensor<4x24x32xf32>, tensor<4x32x40xf32>)
      outs(%zeros : tensor<4x24x40xf32>) -> tensor<4x24x40xf32>
  %scores = linalg.generic
      {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%product, %mask : tensor<4x24x40xf32>, tensor<4x24x40xf32>)
      outs(%empty : tensor<4x24x40xf32>) {
  ^bb0(%p: f32, %m: f32, %out: f32):
    %scaled = arith.mulf %p, %scale : f32
    %sum = arith.addf %scaled, %m : f32
    linalg.yield %sum : f32
  } -> tensor<4x24x40xf32>
  return %scores : tensor<4x24x40xf32>
}
