// What test/unit/driver/callable.c calls.

func.func @linear(%x: tensor<?x8xf32> {as.sizes = ["batch"]}, %w: tensor<8x4xf32>, %y: tensor<?x4xf32>) -> (tensor<?x4xf32>, f32) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%y : tensor<?x4xf32>) -> tensor<?x4xf32>
  %p = linalg.matmul ins(%x, %w : tensor<?x8xf32>, tensor<8x4xf32>) outs(%f : tensor<?x4xf32>) -> tensor<?x4xf32>
  %r = linalg.add ins(%p, %y : tensor<?x4xf32>, tensor<?x4xf32>) outs(%p : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %r, %two : tensor<?x4xf32>, f32
}

func.func @twice(%x: tensor<?xi8>, %y: tensor<?xi8>) -> tensor<?xi8> {
  %c = tensor.concat dim(0) %x, %x : (tensor<?xi8>, tensor<?xi8>) -> tensor<?xi8>
  %r = linalg.add ins(%c, %y : tensor<?xi8>, tensor<?xi8>) outs(%y : tensor<?xi8>) -> tensor<?xi8>
  return %r : tensor<?xi8>
}

// A column and a row, whose product is between.
func.func @between(%x: tensor<?x1xf32>, %y: tensor<1x?xf32>) -> tensor<1xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x1xf32>
  %m = tensor.dim %y, %c1 : tensor<1x?xf32>
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.matmul ins(%x, %y : tensor<?x1xf32>, tensor<1x?xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  %q = tensor.concat dim(0) %p, %p : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %g = linalg.fill ins(%zero : f32) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  %s = tensor.extract_slice %q[0, 0] [1, 1] [1, 1] : tensor<?x?xf32> to tensor<1xf32>
  return %s : tensor<1xf32>
}

func.func @static(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %r = linalg.add ins(%x, %x : tensor<2x3xf64>, tensor<2x3xf64>) outs(%x : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}

// Packs its weights once.
func.func @packed(%x: tensor<?x32xf32>, %a: tensor<16x32xf32>, %w: tensor<32x64xf32> {as.constant}) -> (tensor<?x32xf32>, tensor<16x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %r = linalg.matmul ins(%a, %w : tensor<16x32xf32>, tensor<32x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  %y = linalg.add ins(%x, %x : tensor<?x32xf32>, tensor<?x32xf32>) outs(%x : tensor<?x32xf32>) -> tensor<?x32xf32>
  return %y, %r : tensor<?x32xf32>, tensor<16x64xf32>
}
