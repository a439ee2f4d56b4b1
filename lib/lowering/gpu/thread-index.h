//===- thread-index.h - Indices of blocks and threads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on values of type index, whose second operand is a number.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_THREAD_INDEX_H
#define AS_LOWERING_GPU_THREAD_INDEX_H

#include "ir/op-builder.h"
#include <stdint.h>

/// The kernel that a function becomes: how it is launched, and its threads.
typedef struct AsGpuKernel {
  MlirOperation function;
  int64_t grid[3], block[3];
  MlirValue thread[3]; ///< Of a block.
  MlirValue linear;    ///< The same as one index, x the fastest.
} AsGpuKernel;

static inline int64_t asGpuThreads(const AsGpuKernel *kernel) {
  return kernel->block[0] * kernel->block[1] * kernel->block[2];
}

/// Before `next`: gpu.thread_id or gpu.block_id along 0, 1, 2 for x, y, z.
MlirValue asGpuId(MlirOperation next, const char *name, int along);

MlirValue asGpuAdd(MlirOperation next, MlirValue x, int64_t y);
MlirValue asGpuMul(MlirOperation next, MlirValue x, int64_t y);

/// x < y
MlirValue asGpuIsBelow(MlirOperation next, MlirValue x, int64_t y);

/// Takes `linear` apart along `rank` dimensions of these sizes, the last one
/// the fastest.
void asGpuDelinearise(MlirOperation next, MlirValue linear, int rank,
                      const int64_t *sizes, MlirValue *indices);

/// An scf.if before `next` without results; returns its only yield, before
/// which its body goes.
MlirOperation asGpuIf(MlirOperation next, MlirValue condition);

/// gpu.barrier before `next`.
void asGpuBarrier(MlirOperation next);

#endif // AS_LOWERING_GPU_THREAD_INDEX_H
