// f16 summed up in f32, of rows and columns enough for several warpgroups.
func.func @task(%a: tensor<256x128xf16>, %b: tensor<128x192xf16>) -> tensor<256x192xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<256x192xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<256x192xf32>) -> tensor<256x192xf32>
  %c = linalg.matmul ins(%a, %b : tensor<256x128xf16>, tensor<128x192xf16>)
      outs(%zeros : tensor<256x192xf32>) -> tensor<256x192xf32>
  return %c : tensor<256x192xf32>
}
