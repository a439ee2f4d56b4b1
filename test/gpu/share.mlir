// A product from shared memory, by a script like that of the rule `share`: each
// thread copies 16 bytes at a time, there are two barriers for a step of the
// reduction, and accumulators are in registers up to bias and maximum.
// RUN: %as-opt --as-gpu-lower %s | FileCheck %s --check-prefix=IR
// RUN: %as-opt --as-gpu-lower %s | not grep alloca

#row = affine_map<(d0) -> (d0 * 4)>
module {
  func.func @product(%a: tensor<128x64xf32>, %b: tensor<64x128xf32>) -> tensor<128x128xf32> {
    %zeros = arith.constant dense<0.000000e+00> : vector<4x4xf32>
    %pad = ub.poison : f32
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %c1 = arith.constant 1 : index
    %empty = tensor.empty() : tensor<128x128xf32>
    %r = scf.forall (%i, %j) = (0, 0) to (128, 128) step (64, 64) shared_outs(%out = %empty) -> (tensor<128x128xf32>) {
      %tile = tensor.extract_slice %out[%i, %j] [64, 64] [1, 1] : tensor<128x128xf32> to tensor<64x64xf32>
      %start = scf.forall (%y, %x) in (16, 16) shared_outs(%o = %tile) -> (tensor<64x64xf32>) {
        %py = affine.apply #row(%y)
        %px = affine.apply #row(%x)
        %own = tensor.extract_slice %o[%py, %px] [4, 4] [1, 1] : tensor<64x64xf32> to tensor<4x4xf32>
        %w = vector.transfer_write %zeros, %own[%c0, %c0] {in_bounds = [true, true]} : vector<4x4xf32>, tensor<4x4xf32>
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %w into %o[%py, %px] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<64x64xf32>
        }
      } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
      %sum = scf.for %k = %c0 to %c64 step %c16 iter_args(%acc = %start) -> (tensor<64x64xf32>) {
        %sa = tensor.extract_slice %a[%i, %k] [64, 16] [1, 1] : tensor<128x64xf32> to tensor<64x16xf32>
        %sb = tensor.extract_slice %b[%k, %j] [16, 64] [1, 1] : tensor<64x128xf32> to tensor<16x64xf32>
        %ea = bufferization.alloc_tensor() : tensor<64x16xf32>
        %ca = linalg.copy ins(%sa : tensor<64x16xf32>) outs(%ea : tensor<64x16xf32>) -> tensor<64x16xf32>
        %eb = bufferization.alloc_tensor() : tensor<16x64xf32>
        %cb = linalg.copy ins(%sb : tensor<16x64xf32>) outs(%eb : tensor<16x64xf32>) -> tensor<16x64xf32>
        %next = scf.forall (%y, %x) in (16, 16) shared_outs(%o = %acc) -> (tensor<64x64xf32>) {
          %py = affine.apply #row(%y)
          %px = affine.apply #row(%x)
          %own = tensor.extract_slice %o[%py, %px] [4, 4] [1, 1] : tensor<64x64xf32> to tensor<4x4xf32>
          %old = vector.transfer_read %own[%c0, %c0], %pad {in_bounds = [true, true]} : tensor<4x4xf32>, vector<4x4xf32>
          %new = scf.for %kk = %c0 to %c16 step %c1 iter_args(%v = %old) -> (vector<4x4xf32>) {
            %va = vector.transfer_read %ca[%py, %kk], %pad {in_bounds = [true, true]} : tensor<64x16xf32>, vector<4x1xf32>
            %vb = vector.transfer_read %cb[%kk, %px], %pad {in_bounds = [true, true]} : tensor<16x64xf32>, vector<1x4xf32>
            %p = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %va, %vb, %v : vector<4x1xf32>, vector<1x4xf32> into vector<4x4xf32>
            scf.yield %p : vector<4x4xf32>
          }
          %w = vector.transfer_write %new, %own[%c0, %c0] {in_bounds = [true, true]} : vector<4x4xf32>, tensor<4x4xf32>
          scf.forall.in_parallel {
            tensor.parallel_insert_slice %w into %o[%py, %px] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<64x64xf32>
          }
        } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
        scf.yield %next : tensor<64x64xf32>
      }
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %sum into %out[%i, %j] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<128x128xf32>
      }
    } {mapping = [#gpu.block<y>, #gpu.block<x>]}
    return %r : tensor<128x128xf32>
  }
}

// IR: gpu.module @kernels
// IR: llvm.mlir.global external @__dynamic_shmem__0()
// IR: llvm.func @product(%{{.*}}: !llvm.ptr {llvm.align = 16 : i64, llvm.noalias}
// IR-SAME: as.block = array<i64: 16, 16, 1>, as.grid = array<i64: 2, 2, 1>, as.shared = 9472 : i64
// IR-SAME: nvvm.kernel
// The copies of both tiles, whose rows are padded by 16 bytes, and one barrier
// for the two.
// IR: llvm.load {{.*}} : !llvm.ptr -> vector<4xf32>
// IR: llvm.store {{.*}} : vector<4xf32>, !llvm.ptr<3>
// IR-NOT: barrier
// IR: llvm.load {{.*}} : !llvm.ptr -> vector<4xf32>
// IR: llvm.store {{.*}} : vector<4xf32>, !llvm.ptr<3>
// IR: nvvm.barrier0
// IR: llvm.intr.fmuladd
// IR-NOT: llvm.store
// IR: nvvm.barrier0
// IR-NOT: barrier
// IR: llvm.store {{.*}} : vector<4xf32>, !llvm.ptr
// IR-NOT: barrier
