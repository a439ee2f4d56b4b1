// A block whose last warp is not full cannot shuffle: threads exchange results
// through shared memory.
// RUN: %as-opt --as-gpu-lower %s | FileCheck %s

// CHECK: llvm.func @sums
// CHECK-SAME: as.block = array<i64: 16, 1, 1>
// CHECK-SAME: as.shared = 128 : i64
// CHECK-NOT: shfl
// CHECK: llvm.store {{.*}} : f32, !llvm.ptr<3>
// CHECK-NEXT: nvvm.barrier
// CHECK-COUNT-16: llvm.load {{.*}} : !llvm.ptr<3> -> f32
// CHECK-NOT: shfl
// CHECK: llvm.return
func.func @sums(%x: tensor<8x16xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %pad = ub.poison : f32
  %c0 = arith.constant 0 : index
  %empty = tensor.empty() : tensor<8xf32>
  %r = scf.forall (%i) in (8) shared_outs(%out = %empty) -> (tensor<8xf32>) {
    %own = tensor.extract_slice %out[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    %start = linalg.fill ins(%zero : f32) outs(%own : tensor<1xf32>) -> tensor<1xf32>
    %new = tensor.empty() : tensor<1x16xf32>
    %squares = scf.forall (%t) in (16) shared_outs(%o = %new) -> (tensor<1x16xf32>) {
      %tile = tensor.extract_slice %o[0, %t] [1, 1] [1, 1] : tensor<1x16xf32> to tensor<1x1xf32>
      %v = vector.transfer_read %x[%i, %t], %pad {in_bounds = [true, true]} : tensor<8x16xf32>, vector<1x1xf32>
      %s = arith.mulf %v, %v : vector<1x1xf32>
      %w = vector.transfer_write %s, %tile[%c0, %c0] {in_bounds = [true, true]} : vector<1x1xf32>, tensor<1x1xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %w into %o[0, %t] [1, 1] [1, 1] : tensor<1x1xf32> into tensor<1x16xf32>
      }
    } {mapping = [#gpu.thread<x>]}
    %sum = linalg.reduce ins(%squares : tensor<1x16xf32>) outs(%start : tensor<1xf32>) dimensions = [1]
      (%a: f32, %b: f32) {
        %s = arith.addf %a, %b : f32
        linalg.yield %s : f32
      }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %sum into %out[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  } {mapping = [#gpu.block<x>]}
  return %r : tensor<8xf32>
}
