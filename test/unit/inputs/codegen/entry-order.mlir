// Scalars among the arguments and results, and a tensor of rank zero.
func.func @f(%x: f64, %t: tensor<f32>, %k: i32)
    -> (i32, tensor<f32>, f64, tensor<2xf32>) {
  %two = arith.constant 2.0 : f64
  %y = arith.mulf %x, %two : f64
  %e = tensor.empty() : tensor<f32>
  %n = linalg.negf ins(%t : tensor<f32>) outs(%e : tensor<f32>) -> tensor<f32>
  %one = arith.constant 1 : i32
  %j = arith.addi %k, %one : i32
  %s = tensor.extract %t[] : tensor<f32>
  %g = tensor.empty() : tensor<2xf32>
  %h = linalg.fill ins(%s : f32) outs(%g : tensor<2xf32>) -> tensor<2xf32>
  return %j, %n, %y, %h : i32, tensor<f32>, f64, tensor<2xf32>
}
