// The initial value of two reductions is cloned for each. A single one would be
// copied through memory, and could not stay in registers.
// RUN: %as-opt --as-gpu-place-tiles %s | FileCheck %s

// CHECK: scf.forall
// CHECK: %[[A:.*]] = scf.forall {{.*}} in (32)
// CHECK: vector.transfer_write
// CHECK: %[[B:.*]] = scf.forall {{.*}} in (32)
// CHECK: vector.transfer_write
// CHECK: scf.forall {{.*}} shared_outs({{.*}} = %[[A]])
// CHECK: scf.forall {{.*}} shared_outs({{.*}} = %[[B]])
#vector = affine_map<(d0) -> (d0 * 4)>
func.func @two(%x: tensor<8x128xf32>) -> (tensor<8x128xf32>, tensor<8x128xf32>) {
  %zeros = arith.constant dense<0.0> : vector<4xf32>
  %pad = ub.poison : f32
  %c0 = arith.constant 0 : index
  %empty = tensor.empty() : tensor<8x128xf32>
  %r:2 = scf.forall (%i) in (8) shared_outs(%p = %empty, %q = %empty) -> (tensor<8x128xf32>, tensor<8x128xf32>) {
    %new = tensor.empty() : tensor<128xf32>
    %start = scf.forall (%t) in (32) shared_outs(%o = %new) -> (tensor<128xf32>) {
      %at = affine.apply #vector(%t)
      %own = tensor.extract_slice %o[%at] [4] [1] : tensor<128xf32> to tensor<4xf32>
      %w = vector.transfer_write %zeros, %own[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %w into %o[%at] [4] [1] : tensor<4xf32> into tensor<128xf32>
      }
    } {mapping = [#gpu.thread<x>]}
    %first = scf.forall (%t) in (32) shared_outs(%o = %start) -> (tensor<128xf32>) {
      %at = affine.apply #vector(%t)
      %own = tensor.extract_slice %o[%at] [4] [1] : tensor<128xf32> to tensor<4xf32>
      %v = vector.transfer_read %x[%i, %at], %pad {in_bounds = [true]} : tensor<8x128xf32>, vector<4xf32>
      %w = vector.transfer_write %v, %own[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %w into %o[%at] [4] [1] : tensor<4xf32> into tensor<128xf32>
      }
    } {mapping = [#gpu.thread<x>]}
    %second = scf.forall (%t) in (32) shared_outs(%o = %start) -> (tensor<128xf32>) {
      %at = affine.apply #vector(%t)
      %own = tensor.extract_slice %o[%at] [4] [1] : tensor<128xf32> to tensor<4xf32>
      %v = vector.transfer_read %first[%at], %pad {in_bounds = [true]} : tensor<128xf32>, vector<4xf32>
      %w = vector.transfer_write %v, %own[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %w into %o[%at] [4] [1] : tensor<4xf32> into tensor<128xf32>
      }
    } {mapping = [#gpu.thread<x>]}
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %first into %p[%i, 0] [1, 128] [1, 1] : tensor<128xf32> into tensor<8x128xf32>
      tensor.parallel_insert_slice %second into %q[%i, 0] [1, 128] [1, 1] : tensor<128xf32> into tensor<8x128xf32>
    }
  } {mapping = [#gpu.block<x>]}
  return %r#0, %r#1 : tensor<8x128xf32>, tensor<8x128xf32>
}
