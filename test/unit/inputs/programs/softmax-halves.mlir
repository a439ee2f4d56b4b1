// Rows of f16: maxima, powers, sums and quotients.

#all = affine_map<(row, column) -> (row, column)>
#row = affine_map<(row, column) -> (row)>

func.func @task(%x: tensor<6x64xf16>) -> tensor<6x64xf16> {
  %zero = arith.constant 0.0 : f16
  %lowest = arith.constant 0xFC00 : f16
  %rows = tensor.empty() : tensor<6xf16>
  %empty = tensor.empty() : tensor<6x64xf16>
  %lows = linalg.fill ins(%lowest : f16) outs(%rows : tensor<6xf16>)
      -> tensor<6xf16>
  %largest = linalg.generic
      {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<6x64xf16>) outs(%lows : tensor<6xf16>) {
  ^bb0(%element: f16, %so_far: f16):
    %larger = arith.maximumf %element, %so_far : f16
    linalg.yield %larger : f16
  } -> tensor<6xf16>
  %powers = linalg.generic
      {indexing_maps = [#all, #row, #all],
       iterator_types = ["parallel", "parallel"]}
      ins(%x, %largest : tensor<6x64xf16>, tensor<6xf16>)
      outs(%empty : tensor<6x64xf16>) {
  ^bb0(%element: f16, %m: f16, %out: f16):
    %difference = arith.subf %element, %m : f16
    %power = math.exp %difference : f16
    linalg.yield %power : f16
  } -> tensor<6x64xf16>
  %zeros = linalg.fill ins(%zero : f16) outs(%rows : tensor<6xf16>)
      -> tensor<6xf16>
  %sums = linalg.generic
      {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%powers : tensor<6x64xf16>) outs(%zeros : tensor<6xf16>) {
  ^bb0(%element: f16, %so_far: f16):
    %sum = arith.addf %element, %so_far : f16
    linalg.yield %sum : f16
  } -> tensor<6xf16>
  %r = linalg.generic
      {indexing_maps = [#all, #row, #all],
       iterator_types = ["parallel", "parallel"]}
      ins(%powers, %sums : tensor<6x64xf16>, tensor<6xf16>)
      outs(%empty : tensor<6x64xf16>) {
  ^bb0(%element: f16, %sum: f16, %out: f16):
    %quotient = arith.divf %element, %sum : f16
    linalg.yield %quotient : f16
  } -> tensor<6x64xf16>
  return %r : tensor<6x64xf16>
}
