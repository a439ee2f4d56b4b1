//===- thread-reductions.h - Distribute reductions over threads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reduces the partial results of rows of threads to one result for each row.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_THREAD_REDUCTIONS_H
#define AS_LOWERING_GPU_THREAD_REDUCTIONS_H

#include "lowering/gpu/thread-index.h"

/// Whether it is a linalg.reduce that can be distributed over the threads of
/// the kernel's blocks: a row of threads for each result, with equally many
/// consecutive elements for each thread.
bool asGpuCanDistribute(MlirOperation op, const AsGpuKernel *kernel);

/// The number of threads over which a reduction to a single result can be
/// distributed; 1 if it cannot.
int64_t asGpuThreadsForReduction(MlirOperation op);

/// Replaces the reduction by what each thread does. All threads of the block
/// must reach it. All of them can read the results after the next barrier.
void asGpuDistributeReduction(MlirOperation op, const AsGpuKernel *kernel);

#endif // AS_LOWERING_GPU_THREAD_REDUCTIONS_H
