// Slices of operands: runs of rows, and what has to be copied.

func.func @rows(%x: tensor<?x64xf32>, %w: tensor<64x32xf32>, %o: tensor<?x32xf32>) -> tensor<?x32xf32> {
  %r = linalg.matmul ins(%x, %w : tensor<?x64xf32>, tensor<64x32xf32>) outs(%o : tensor<?x32xf32>) -> tensor<?x32xf32>
  return %r : tensor<?x32xf32>
}

// -----
func.func @columns(%x: tensor<16x64xf32>, %w: tensor<64x?xf32>, %o: tensor<16x?xf32>) -> tensor<16x?xf32> {
  %r = linalg.matmul ins(%x, %w : tensor<16x64xf32>, tensor<64x?xf32>) outs(%o : tensor<16x?xf32>) -> tensor<16x?xf32>
  return %r : tensor<16x?xf32>
}

// -----
func.func @sums(%x: tensor<16x?xf32>, %w: tensor<?x32xf32>, %o: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %r = linalg.matmul ins(%x, %w : tensor<16x?xf32>, tensor<?x32xf32>) outs(%o : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %r : tensor<16x32xf32>
}

// -----
func.func @heads(%x: tensor<12x?x64xf32>, %w: tensor<12x64x?xf32>, %o: tensor<12x?x?xf32>) -> tensor<12x?x?xf32> {
  %r = linalg.batch_matmul ins(%x, %w : tensor<12x?x64xf32>, tensor<12x64x?xf32>) outs(%o : tensor<12x?x?xf32>) -> tensor<12x?x?xf32>
  return %r : tensor<12x?x?xf32>
}
