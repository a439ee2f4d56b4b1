// Attention with a mask: the keys are contiguous along the scores.
#i = affine_map<(b, i, j) -> (b, i, j)>
#row = affine_map<(b, i, j) -> (b, i)>
#j = affine_map<(b, i, j) -> (j)>
func.func @attention(%q: tensor<2x48x32xf32>, %k: tensor<2x32x64xf32>, %v: tensor<2x64x32xf32>, %m: tensor<64xf32>) -> tensor<2x48x32xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.125 : f32
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x48x64xf32>
  %er = tensor.empty() : tensor<2x48xf32>
  %ez = tensor.empty() : tensor<2x48x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x48x64xf32>) -> tensor<2x48x64xf32>
  %s0 = linalg.batch_matmul ins(%q, %k : tensor<2x48x32xf32>, tensor<2x32x64xf32>)
      outs(%z : tensor<2x48x64xf32>) -> tensor<2x48x64xf32>
  %s = linalg.generic {indexing_maps = [#i, #j, #i],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0, %m : tensor<2x48x64xf32>, tensor<64xf32>) outs(%e : tensor<2x48x64xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %x = arith.mulf %a, %scale : f32
    %y = arith.addf %x, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x48x64xf32>
  %low = linalg.fill ins(%least : f32) outs(%er : tensor<2x48xf32>) -> tensor<2x48xf32>
  %max = linalg.generic {indexing_maps = [#i, #row],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s : tensor<2x48x64xf32>) outs(%low : tensor<2x48xf32>) {
  ^bb0(%a: f32, %out: f32):
    %m1 = arith.maximumf %a, %out : f32
    linalg.yield %m1 : f32
  } -> tensor<2x48xf32>
  %exp = linalg.generic {indexing_maps = [#i, #row, #i],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %max : tensor<2x48x64xf32>, tensor<2x48xf32>) outs(%e : tensor<2x48x64xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %d = arith.subf %a, %b : f32
    %x = math.exp %d : f32
    linalg.yield %x : f32
  } -> tensor<2x48x64xf32>
  %none = linalg.fill ins(%zero : f32) outs(%er : tensor<2x48xf32>) -> tensor<2x48xf32>
  %sum = linalg.generic {indexing_maps = [#i, #row],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%exp : tensor<2x48x64xf32>) outs(%none : tensor<2x48xf32>) {
  ^bb0(%a: f32, %out: f32):
    %m1 = arith.addf %a, %out : f32
    linalg.yield %m1 : f32
  } -> tensor<2x48xf32>
  %zz = linalg.fill ins(%zero : f32) outs(%ez : tensor<2x48x32xf32>) -> tensor<2x48x32xf32>
  %y = linalg.batch_matmul ins(%exp, %v : tensor<2x48x64xf32>, tensor<2x64x32xf32>)
      outs(%zz : tensor<2x48x32xf32>) -> tensor<2x48x32xf32>
  %r = linalg.generic {indexing_maps = [#i, #row, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%y, %sum : tensor<2x48x32xf32>, tensor<2x48xf32>) outs(%ez : tensor<2x48x32xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<2x48x32xf32>
  return %r : tensor<2x48x32xf32>
}
