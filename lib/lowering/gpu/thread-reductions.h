//===- thread-reductions.h - Reductions by many threads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Partial results of rows of threads, merged to one for each row.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_THREAD_REDUCTIONS_H
#define AS_LOWERING_GPU_THREAD_REDUCTIONS_H

#include "lowering/gpu/thread-index.h"

/// Whether it is a linalg.reduce that the threads of the kernel's blocks can
/// share: a row of threads for each of its results, with as many elements for
/// each thread, next to each other.
bool asGpuIsShareable(MlirOperation op, const AsGpuKernel *kernel);

/// How many threads of a block can share a reduction to a single result; 1
/// where that is none, or is none that can be shared.
int64_t asGpuThreadsForReduction(MlirOperation op);

/// Replaces one by what each thread does of it. All threads of the block must
/// come by; the results are there for all of them behind the next barrier.
void asGpuShareReduction(MlirOperation op, const AsGpuKernel *kernel);

#endif // AS_LOWERING_GPU_THREAD_REDUCTIONS_H
