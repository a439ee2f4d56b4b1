// A function with constant weights whose address is taken keeps its type: what
// is computed once is split off a copy. Tensors in indirect calls are nothing
// that upstream can lower, and the message is about them.

// RUN: not %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %s 2>&1 | FileCheck %s
// CHECK: [[#@LINE + 4]]:8: error: 'func.call_indirect' is on tensors, and as-opt knows no form of it on buffers; run a pass that lowers it to linalg first

func.func @indirect(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
  %f = func.constant @scale : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r = func.call_indirect %f(%x, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func private @scale(%x: tensor<4xf32>, %w: tensor<4xf32> {as.constant}) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %p = ub.poison : f32
  %t = tensor.empty() : tensor<4xf32>
  %v = vector.transfer_read %w[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %a = math.absf %v : vector<4xf32>
  %roots = vector.transfer_write %a, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %b = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %d = vector.transfer_read %roots[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %s = arith.mulf %b, %d : vector<4xf32>
  %r = vector.transfer_write %s, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}
