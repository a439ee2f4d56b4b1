// A few rows for each block, with a row of threads for each. A thread adds up
// in registers, the lanes of a warp shuffle, and groups of lanes of one row
// exchange results through shared memory.
// RUN: %as-opt --as-gpu-lower %s | FileCheck %s --check-prefix=IR
// RUN: %as-opt --as-gpu-lower %s | not grep alloca
// REQUIRES: search
// RUN: rm -f %t.db
// RUN: env AS_CUDA_DRIVER=%standin AS_PTXAS=none %as-opt --autoschedule --target=cuda \
// RUN:   --emit=ptx --progress=none --build-timeout=60 --trials=10 --records=%t.db \
// RUN:   %S/Inputs/norms.mlir -o %t.ptx
// RUN: %as-opt --export-json=- --records=%t.db | FileCheck %s --check-prefix=RECORDS
// RUN: %as-opt --export-json=- --records=%t.db | not grep wrong-answer
// RECORDS-DAG: "sketch":"rows",{{.*}}"outcome":"ok",{{.*}}"checked":true
// RECORDS-DAG: "sketch":"rfactor+rows",{{.*}}"outcome":"ok",{{.*}}"checked":true

#all = affine_map<(d0) -> (d0 * 4)>
module {
  func.func @sums(%x: tensor<64x1024xf32>) -> tensor<64xf32> {
    %zeros = arith.constant dense<0.0> : vector<1x4xf32>
    %zero = arith.constant 0.0 : f32
    %pad = ub.poison : f32
    %c0 = arith.constant 0 : index
    %c1024 = arith.constant 1024 : index
    %c256 = arith.constant 256 : index
    %empty = tensor.empty() : tensor<64xf32>
    %r = scf.forall (%i) = (0) to (64) step (2) shared_outs(%out = %empty) -> (tensor<64xf32>) {
      %rows = tensor.extract_slice %x[%i, 0] [2, 1024] [1, 1] : tensor<64x1024xf32> to tensor<2x1024xf32>
      %own = tensor.extract_slice %out[%i] [2] [1] : tensor<64xf32> to tensor<2xf32>
      %start = linalg.fill ins(%zero : f32) outs(%own : tensor<2xf32>) -> tensor<2xf32>
      %partial = tensor.empty() : tensor<2x256xf32>
      %none = scf.forall (%y, %t) in (2, 64) shared_outs(%o = %partial) -> (tensor<2x256xf32>) {
        %at = affine.apply #all(%t)
        %tile = tensor.extract_slice %o[%y, %at] [1, 4] [1, 1] : tensor<2x256xf32> to tensor<1x4xf32>
        %w = vector.transfer_write %zeros, %tile[%c0, %c0] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<1x4xf32>
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %w into %o[%y, %at] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<2x256xf32>
        }
      } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
      %sums = scf.for %k = %c0 to %c1024 step %c256 iter_args(%acc = %none) -> (tensor<2x256xf32>) {
        %piece = tensor.extract_slice %rows[0, %k] [2, 256] [1, 1] : tensor<2x1024xf32> to tensor<2x256xf32>
        %next = scf.forall (%y, %t) in (2, 64) shared_outs(%o = %acc) -> (tensor<2x256xf32>) {
          %at = affine.apply #all(%t)
          %tile = tensor.extract_slice %o[%y, %at] [1, 4] [1, 1] : tensor<2x256xf32> to tensor<1x4xf32>
          %v = vector.transfer_read %piece[%y, %at], %pad {in_bounds = [true, true]} : tensor<2x256xf32>, vector<1x4xf32>
          %old = vector.transfer_read %tile[%c0, %c0], %pad {in_bounds = [true, true]} : tensor<1x4xf32>, vector<1x4xf32>
          %s = arith.addf %v, %old : vector<1x4xf32>
          %w = vector.transfer_write %s, %tile[%c0, %c0] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<1x4xf32>
          scf.forall.in_parallel {
            tensor.parallel_insert_slice %w into %o[%y, %at] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<2x256xf32>
          }
        } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
        scf.yield %next : tensor<2x256xf32>
      }
      %sum = linalg.reduce ins(%sums : tensor<2x256xf32>) outs(%start : tensor<2xf32>) dimensions = [1]
        (%a: f32, %b: f32) {
          %s = arith.addf %a, %b : f32
          linalg.yield %s : f32
        }
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %sum into %out[%i] [2] [1] : tensor<2xf32> into tensor<64xf32>
      }
    } {mapping = [#gpu.block<x>]}
    return %r : tensor<64xf32>
  }
}

// Partial results are values that the loop carries. Shared memory holds only
// the results of the two warps of each of two rows, with one barrier for these
// and one after the initial values. All lanes of a warp take part in a shuffle,
// and none shuffles with another warp.
// IR: llvm.func @sums
// IR-SAME: as.block = array<i64: 64, 2, 1>, as.grid = array<i64: 32, 1, 1>, as.shared = 128 : i64
// IR-DAG: %[[ALL:.*]] = llvm.mlir.constant(-1 : i32)
// IR-DAG: %[[WARP:.*]] = llvm.mlir.constant(32 : i32)
// IR-DAG: %[[ONE:.*]] = llvm.mlir.constant(1 : i32)
// IR: llvm.load {{.*}} -> vector<4xf32>
// IR-NOT: barrier
// IR: %[[ZERO:.*]] = llvm.sub %[[WARP]], %[[WARP]]
// IR-NEXT: %[[MASK:.*]] = llvm.lshr %[[ALL]], %[[ZERO]]
// IR-NEXT: %[[LAST:.*]] = llvm.sub %[[WARP]], %[[ONE]]
// IR-COUNT-5: nvvm.shfl.sync bfly %[[MASK]], {{.*}}, %[[LAST]] :
// IR: llvm.store {{.*}} : f32, !llvm.ptr<3>
// IR: nvvm.barrier0
// IR-COUNT-2: llvm.load {{.*}} : !llvm.ptr<3> -> f32
// IR-NOT: barrier
// IR: llvm.return
