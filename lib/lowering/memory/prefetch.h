//===- prefetch.h - Insert prefetches
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What prefetch-rows.c, prefetch-pixels.c, prefetch-streams.c,
// prefetch-blocks.c and prefetch-panels.c share.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_MEMORY_PREFETCH_H
#define AS_LOWERING_MEMORY_PREFETCH_H

#include "ir/ir.h"
#include <stdint.h>

enum {
  AS_PREFETCH_LINE = 64 ///< Bytes of a cache line.
};

/// Where prefetches bring lines to, by localities of memref.prefetch.
typedef enum AsPrefetchCache {
  AS_PREFETCH_SECOND_CACHE = 2,
  AS_PREFETCH_FIRST_CACHE = 3,
} AsPrefetchCache;

/// Inserts a memref.prefetch before `next`. `operands` are the memref and its
/// `rank` indices; the last one counts `distance` more.
void asPrefetchInsert(MlirOperation next, AsPrefetchCache cache, intptr_t rank,
                      const MlirValue *operands, int64_t distance);

#endif // AS_LOWERING_MEMORY_PREFETCH_H
