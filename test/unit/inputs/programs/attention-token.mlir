// Attention of one row: the scores are dot products.
#e = affine_map<(h, j) -> (h, j)>
#h = affine_map<(h, j) -> (h)>
#q = affine_map<(h, j, k) -> (h, k)>
#k = affine_map<(h, j, k) -> (h, j, k)>
#s = affine_map<(h, j, k) -> (h, j)>
#w = affine_map<(h, c, j) -> (h, j)>
#v = affine_map<(h, c, j) -> (h, j, c)>
#o = affine_map<(h, c, j) -> (h, c)>
func.func @attention(%q: tensor<4x32xf32>, %k: tensor<4x48x32xf32>, %v: tensor<4x48x32xf32>) -> tensor<4x32xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.125 : f32
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<4x48xf32>
  %er = tensor.empty() : tensor<4xf32>
  %eo = tensor.empty() : tensor<4x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x48xf32>) -> tensor<4x48xf32>
  %s0 = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<4x32xf32>, tensor<4x48x32xf32>) outs(%z : tensor<4x48xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %out, %x : f32
    linalg.yield %y : f32
  } -> tensor<4x48xf32>
  %s = linalg.generic {indexing_maps = [#e, #e], iterator_types = ["parallel", "parallel"]}
      ins(%s0 : tensor<4x48xf32>) outs(%e : tensor<4x48xf32>) {
  ^bb0(%a: f32, %out: f32):
    %x = arith.mulf %a, %scale : f32
    linalg.yield %x : f32
  } -> tensor<4x48xf32>
  %low = linalg.fill ins(%least : f32) outs(%er : tensor<4xf32>) -> tensor<4xf32>
  %max = linalg.generic {indexing_maps = [#e, #h], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<4x48xf32>) outs(%low : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %x = arith.maximumf %a, %out : f32
    linalg.yield %x : f32
  } -> tensor<4xf32>
  %exp = linalg.generic {indexing_maps = [#e, #h, #e], iterator_types = ["parallel", "parallel"]}
      ins(%s, %max : tensor<4x48xf32>, tensor<4xf32>) outs(%e : tensor<4x48xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %d = arith.subf %a, %b : f32
    %x = math.exp %d : f32
    linalg.yield %x : f32
  } -> tensor<4x48xf32>
  %none = linalg.fill ins(%zero : f32) outs(%er : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.generic {indexing_maps = [#e, #h], iterator_types = ["parallel", "reduction"]}
      ins(%exp : tensor<4x48xf32>) outs(%none : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %x = arith.addf %a, %out : f32
    linalg.yield %x : f32
  } -> tensor<4xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<4x32xf32>) -> tensor<4x32xf32>
  %y = linalg.generic {indexing_maps = [#w, #v, #o], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%exp, %v : tensor<4x48xf32>, tensor<4x48x32xf32>) outs(%zo : tensor<4x32xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %x = arith.mulf %a, %b : f32
    %r = arith.addf %out, %x : f32
    linalg.yield %r : f32
  } -> tensor<4x32xf32>
  %r = linalg.generic {indexing_maps = [#e, #h, #e], iterator_types = ["parallel", "parallel"]}
      ins(%y, %sum : tensor<4x32xf32>, tensor<4xf32>) outs(%eo : tensor<4x32xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %x = arith.divf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<4x32xf32>
  return %r : tensor<4x32xf32>
}
