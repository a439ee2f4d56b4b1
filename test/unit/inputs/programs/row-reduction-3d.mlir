// Rows that are planes, and few of them.
func.func @task(%x: tensor<2x24x160xf32>) -> tensor<2xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : tensor<2xf32>
  %init = linalg.fill ins(%lowest : f32) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
  %r = linalg.reduce { arith.maximumf } ins(%x : tensor<2x24x160xf32>)
      outs(%init : tensor<2xf32>) dimensions = [1, 2]
  return %r : tensor<2xf32>
}
