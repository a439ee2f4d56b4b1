// The functions of read-copied.mlir as slices and transposes.

func.func @moved(%x: tensor<64x96xf32>) -> tensor<16x32xf32> {
  %part = tensor.extract_slice %x[24, 16] [32, 16] [1, 1] : tensor<64x96xf32> to tensor<32x16xf32>
  %out = tensor.empty() : tensor<16x32xf32>
  %r = linalg.transpose ins(%part : tensor<32x16xf32>) outs(%out : tensor<16x32xf32>) permutation = [1, 0]
  return %r : tensor<16x32xf32>
}

func.func @row(%x: tensor<64x96xf32>) -> tensor<8x32xf32> {
  %part = tensor.extract_slice %x[0, 80] [32, 8] [1, 1] : tensor<64x96xf32> to tensor<32x8xf32>
  %out = tensor.empty() : tensor<8x32xf32>
  %r = linalg.transpose ins(%part : tensor<32x8xf32>) outs(%out : tensor<8x32xf32>) permutation = [1, 0]
  return %r : tensor<8x32xf32>
}

func.func @twice(%x: tensor<64x96xf32>) -> tensor<2x8x32xf32> {
  %part = tensor.extract_slice %x[0, 80] [32, 8] [1, 1] : tensor<64x96xf32> to tensor<32x8xf32>
  %out = tensor.empty() : tensor<2x8x32xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(n, c, r) -> (r, c)>, affine_map<(n, c, r) -> (n, c, r)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%part : tensor<32x8xf32>) outs(%out : tensor<2x8x32xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<2x8x32xf32>
  return %r : tensor<2x8x32xf32>
}

func.func @padded(%x: tensor<28x96xf32>) -> tensor<8x32xf32> {
  %zero = arith.constant 0.0 : f32
  %part = tensor.extract_slice %x[0, 80] [28, 8] [1, 1] : tensor<28x96xf32> to tensor<28x8xf32>
  %all = tensor.pad %part low[0, 0] high[4, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<28x8xf32> to tensor<32x8xf32>
  %out = tensor.empty() : tensor<8x32xf32>
  %r = linalg.transpose ins(%all : tensor<32x8xf32>) outs(%out : tensor<8x32xf32>) permutation = [1, 0]
  return %r : tensor<8x32xf32>
}

func.func @written(%x: tensor<64x96xf32>) -> (tensor<8x32xf32>, tensor<64x96xf32>) {
  %one = arith.constant 1.0 : f32
  %part = tensor.extract_slice %x[0, 80] [32, 8] [1, 1] : tensor<64x96xf32> to tensor<32x8xf32>
  %out = tensor.empty() : tensor<8x32xf32>
  %r = linalg.transpose ins(%part : tensor<32x8xf32>) outs(%out : tensor<8x32xf32>) permutation = [1, 0]
  %tile = tensor.empty() : tensor<4x8xf32>
  %ones = linalg.fill ins(%one : f32) outs(%tile : tensor<4x8xf32>) -> tensor<4x8xf32>
  %changed = tensor.insert_slice %ones into %x[4, 80] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<64x96xf32>
  return %r, %changed : tensor<8x32xf32>, tensor<64x96xf32>
}
