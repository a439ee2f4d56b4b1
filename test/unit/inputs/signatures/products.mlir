// Functions whose names have the same first word differ in extents, or in how
// they are written. A suffix may say what else differs.

func.func @product(%a: tensor<8x16xf32>, %b: tensor<16x32xf32>, %c: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x32xf32>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}
func.func @product_larger(%a: tensor<128x64xf32>, %b: tensor<64x7xf32>, %c: tensor<128x7xf32>) -> tensor<128x7xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<128x64xf32>, tensor<64x7xf32>) outs(%c : tensor<128x7xf32>) -> tensor<128x7xf32>
  return %r : tensor<128x7xf32>
}
func.func @product_generic(%a: tensor<8x16xf32>, %b: tensor<16x32xf32>, %c: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<8x16xf32>, tensor<16x32xf32>) outs(%c : tensor<8x32xf32>) {
  ^body(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}
// Another map.
func.func @transposed(%a: tensor<8x16xf32>, %b: tensor<32x16xf32>, %c: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<8x16xf32>, tensor<32x16xf32>) outs(%c : tensor<8x32xf32>) {
  ^body(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}
// Another element.
func.func @product_f64(%a: tensor<8x16xf64>, %b: tensor<16x32xf64>, %c: tensor<8x32xf64>) -> tensor<8x32xf64> {
  %r = linalg.matmul ins(%a, %b : tensor<8x16xf64>, tensor<16x32xf64>) outs(%c : tensor<8x32xf64>) -> tensor<8x32xf64>
  return %r : tensor<8x32xf64>
}
// An operand that is the same in every run.
func.func @product_fixed(%a: tensor<8x16xf32>, %b: tensor<16x32xf32> {as.constant}, %c: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x32xf32>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}
// An epilogue, and another one.
func.func @exp(%a: tensor<8x16xf32>, %b: tensor<16x32xf32>, %c: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %p = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x32xf32>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  %e = tensor.empty() : tensor<8x32xf32>
  %r = linalg.exp ins(%p : tensor<8x32xf32>) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}
func.func @exp_larger(%a: tensor<80x160xf32>, %b: tensor<160x320xf32>, %c: tensor<80x320xf32>) -> tensor<80x320xf32> {
  %p = linalg.matmul ins(%a, %b : tensor<80x160xf32>, tensor<160x320xf32>) outs(%c : tensor<80x320xf32>) -> tensor<80x320xf32>
  %e = tensor.empty() : tensor<80x320xf32>
  %r = linalg.exp ins(%p : tensor<80x320xf32>) outs(%e : tensor<80x320xf32>) -> tensor<80x320xf32>
  return %r : tensor<80x320xf32>
}
func.func @negf(%a: tensor<8x16xf32>, %b: tensor<16x32xf32>, %c: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %p = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x32xf32>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  %e = tensor.empty() : tensor<8x32xf32>
  %r = linalg.negf ins(%p : tensor<8x32xf32>) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}
