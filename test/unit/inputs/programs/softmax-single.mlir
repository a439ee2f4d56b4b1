// A single row, as models end with.
func.func @task(%a: tensor<1x200xf32>) -> tensor<1x200xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %er = tensor.empty() : tensor<1xf32>
  %e = tensor.empty() : tensor<1x200xf32>
  %f = linalg.fill ins(%least : f32) outs(%er : tensor<1xf32>) -> tensor<1xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]} ins(%a : tensor<1x200xf32>) outs(%f : tensor<1xf32>) {
  ^bb0(%x: f32, %y: f32):
    %r = arith.maximumf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<1xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%a, %m : tensor<1x200xf32>, tensor<1xf32>) outs(%e : tensor<1x200xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %d = arith.subf %x, %y : f32
    %r = math.exp %d : f32
    linalg.yield %r : f32
  } -> tensor<1x200xf32>
  %z = linalg.fill ins(%zero : f32) outs(%er : tensor<1xf32>) -> tensor<1xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]} ins(%p : tensor<1x200xf32>) outs(%z : tensor<1xf32>) {
  ^bb0(%x: f32, %y: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<1xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%p, %s : tensor<1x200xf32>, tensor<1xf32>) outs(%e : tensor<1x200xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.divf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<1x200xf32>
  return %q : tensor<1x200xf32>
}
