//===- thread-index.h - Indices of blocks and threads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builders of index arithmetic whose second operand is a constant. They fold
// additions of 0 and multiplications by 1.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_THREAD_INDEX_H
#define AS_LOWERING_GPU_THREAD_INDEX_H

#include "ir/op-builder.h"
#include <stdint.h>

/// The kernel that a function becomes: its launch, and the indices of its
/// threads.
typedef struct AsGpuKernel {
  MlirOperation function;
  int64_t grid[3], block[3];
  MlirValue thread[3]; ///< Index within a block, along x, y, z.
  MlirValue linear;    ///< Linear index within a block, x the fastest.
} AsGpuKernel;

static inline int64_t asGpuThreads(const AsGpuKernel *kernel) {
  return kernel->block[0] * kernel->block[1] * kernel->block[2];
}

/// Inserts gpu.thread_id or gpu.block_id before `next`; `along` is 0, 1, 2 for
/// x, y, z.
MlirValue asGpuId(MlirOperation next, const char *name, int along);

MlirValue asGpuAdd(MlirOperation next, MlirValue x, int64_t y);
MlirValue asGpuMul(MlirOperation next, MlirValue x, int64_t y);

/// x < y
MlirValue asGpuIsBelow(MlirOperation next, MlirValue x, int64_t y);

/// Delinearises `linear` into `rank` indices with these sizes, the last one the
/// fastest.
void asGpuDelinearise(MlirOperation next, MlirValue linear, int rank,
                      const int64_t *sizes, MlirValue *indices);

/// Inserts an scf.if without results before `next`. Returns its scf.yield,
/// before which the body is to be inserted.
MlirOperation asGpuIf(MlirOperation next, MlirValue condition);

/// Inserts a gpu.barrier before `next`.
void asGpuBarrier(MlirOperation next);

#endif // AS_LOWERING_GPU_THREAD_INDEX_H
