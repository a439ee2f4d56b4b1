// The last two of three dimensions change places.
func.func @task(%x: tensor<7x64x48xf16>) -> tensor<7x48x64xf16> {
  %empty = tensor.empty() : tensor<7x48x64xf16>
  %t = linalg.transpose ins(%x : tensor<7x64x48xf16>)
      outs(%empty : tensor<7x48x64xf16>) permutation = [0, 2, 1]
  return %t : tensor<7x48x64xf16>
}
