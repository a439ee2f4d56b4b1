// Rows of a prime length.



#all = affine_map<(row, column) -> (row, column)>
#row = affine_map<(row, column) -> (row)>

func.func @task(%x: tensor<11x97xf32>) -> tensor<11x97xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %rows = tensor.empty() : tensor<11xf32>
  %empty = tensor.empty() : tensor<11x97xf32>
  %lows = linalg.fill ins(%lowest : f32) outs(%rows : tensor<11xf32>)
      -> tensor<11xf32>
  %largest = linalg.generic
      {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<11x97xf32>) outs(%lows : tensor<11xf32>) {
  ^bb0(%element: f32, %so_far: f32):
    %larger = arith.maximumf %element, %so_far : f32
    linalg.yield %larger : f32
  } -> tensor<11xf32>
  %powers = linalg.generic
      {indexing_maps = [#all, #row, #all],
       iterator_types = ["parallel", "parallel"]}
      ins(%x, %largest : tensor<11x97xf32>, tensor<11xf32>)
      outs(%empty : tensor<11x97xf32>) {
  ^bb0(%element: f32, %m: f32, %out: f32):
    %difference = arith.subf %element, %m : f32
    %power = math.exp %difference : f32
    linalg.yield %power : f32
  } -> tensor<11x97xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<11xf32>)
      -> tensor<11xf32>
  %sums = linalg.generic
      {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%powers : tensor<11x97xf32>) outs(%zeros : tensor<11xf32>) {
  ^bb0(%element: f32, %so_far: f32):
    %sum = arith.addf %element, %so_far : f32
    linalg.yield %sum : f32
  } -> tensor<11xf32>
  %r = linalg.generic
      {indexing_maps = [#all, #row, #all],
       iterator_types = ["parallel", "parallel"]}
      ins(%powers, %sums : tensor<11x97xf32>, tensor<11xf32>)
      outs(%empty : tensor<11x97xf32>) {
  ^bb0(%element: f32, %sum: f32, %out: f32):
    %quotient = arith.divf %element, %sum : f32
    linalg.yield %quotient : f32
  } -> tensor<11x97xf32>
  return %r : tensor<11x97xf32>
}
