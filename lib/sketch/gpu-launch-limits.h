//===- gpu-launch-limits.h - What a nest asks of a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The launch of a kernel, read off its symbolic loops: so a candidate that a
// GPU cannot launch is never built, and the estimate knows how much of the GPU
// it keeps busy.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_GPU_LAUNCH_LIMITS_H
#define AS_SKETCH_GPU_LAUNCH_LIMITS_H

#include "sketch/loop-nest.h"

typedef struct AsNestLaunch {
  double blocks;
  int64_t threads;     ///< Of a block.
  int64_t sharedBytes; ///< Of a block.
  int64_t registers;   ///< Of a thread: a guess, from what it computes with.
  int resident;        ///< Blocks that a multiprocessor has room for; 0: none.
} AsNestLaunch;

/// On a GPU; the nest may be of a sketch that is for none, as a user's is.
AsNestLaunch asNestLaunch(const AsNest *nest, const AsGpu *gpu);

/// Whether the GPU can launch it, without values of threads in memory.
bool asNestFitsGpu(const AsNest *nest);

#endif // AS_SKETCH_GPU_LAUNCH_LIMITS_H
