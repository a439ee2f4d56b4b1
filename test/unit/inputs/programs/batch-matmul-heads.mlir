// The second product of attention: the batch is between the two dimensions of its
// right operand, whose copies go by several rows of one batch.
func.func @task(%a: tensor<6x32x48xf32>, %b: tensor<48x6x64xf32>) -> tensor<6x32x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<6x32x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<6x32x64xf32>) -> tensor<6x32x64xf32>
  %c = linalg.generic {
      indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>,
                       affine_map<(b, i, j, k) -> (k, b, j)>,
                       affine_map<(b, i, j, k) -> (b, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<6x32x48xf32>, tensor<48x6x64xf32>)
      outs(%zeros : tensor<6x32x64xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  } -> tensor<6x32x64xf32>
  return %c : tensor<6x32x64xf32>
}
