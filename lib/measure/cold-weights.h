//===- cold-weights.h - Weights that are not in the caches
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a model whose weights do not fit into the last cache, each task finds its
// weights in memory, but what the task before it has written in the caches. A
// kernel that is run again and again finds both in the caches, so that the
// fastest there need not be the fastest in the model. So the weights of a
// kernel can be taken out of the caches before each run, and nothing else:
// arguments, and what it has computed from them (AsKernel.load), which is in
// memory that was linked with it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_COLD_WEIGHTS_H
#define AS_MEASURE_COLD_WEIGHTS_H

#include "measure/entry-buffers.h"
#include "measure/object-linker.h"
#include <stdint.h>

typedef struct AsMemoryRange {
  uintptr_t start;
  size_t size;
} AsMemoryRange;

/// What to take out of the caches.
typedef struct AsColdWeights {
  AsMemoryRange *ranges;
  int count;
} AsColdWeights;

/// Finds the weights of a linked kernel that is called with `data`. They live
/// as long as the process.
AsColdWeights asColdWeightsFind(const AsKernel *kernel, const AsBuffer *buffers,
                                int numBuffers, void *const *data);

/// Takes them out of all caches; does nothing on processors without an
/// instruction for that.
void asColdWeightsFlush(const AsColdWeights *weights);

#endif // AS_MEASURE_COLD_WEIGHTS_H
