//===- cold-constants.h - Constants that are not in the caches
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a model whose weights do not fit into the last cache, each task finds its
// weights in memory, but what the task before it has written in the caches. A
// kernel that is run again and again finds both in the caches, so that the
// fastest there need not be the fastest in the model. So the constants of a
// kernel can be taken out of the caches before each run, and nothing else: its
// constant arguments, and what it has computed from them (AsKernel.load), which
// is in memory that was linked with it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_COLD_CONSTANTS_H
#define AS_MEASURE_COLD_CONSTANTS_H

#include "measure/entry-buffers.h"
#include "measure/object-linker.h"
#include <stdint.h>

typedef struct AsMemoryRange {
  uintptr_t start;
  size_t size;
} AsMemoryRange;

/// What to take out of the caches.
typedef struct AsColdConstants {
  AsMemoryRange *ranges;
  int count;
} AsColdConstants;

/// Finds the constants of a linked kernel that is called with `data`. They live
/// as long as the process.
AsColdConstants asColdConstantsFind(const AsKernel *kernel,
                                    const AsBuffer *buffers, int numBuffers,
                                    void *const *data);

/// Takes them out of all caches; does nothing on processors without an
/// instruction for that.
void asColdConstantsFlush(const AsColdConstants *constants);

#endif // AS_MEASURE_COLD_CONSTANTS_H
