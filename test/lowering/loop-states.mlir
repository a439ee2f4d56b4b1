// A loop may carry on with other tensors than those that it was given: a state
// made anew, which is the state of the step before in the next one.

// RUN: %as-opt --autoschedule --trials=4 --records=none --progress=none --emit=shared %s -o %t.so
// RUN: %as-run %t.so --compare=%S/Inputs/loop-states.mlir --runs=0
// REQUIRES: search
func.func @states(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%now = %x, %before = %x) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    %p = linalg.matmul ins(%now, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32>
    %next = linalg.sub ins(%p, %before : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    scf.yield %next, %now : tensor<4x8xf32>, tensor<4x8xf32>
  }
  return %r#0, %r#1 : tensor<4x8xf32>, tensor<4x8xf32>
}
