//===- last-cache.h - The size of the last cache of a core
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_LAST_CACHE_H
#define AS_SUPPORT_LAST_CACHE_H

#include <stdint.h>

/// What a core of AMD's reaches: most core complexes have so many bytes, and
/// the largest ones so many.
#define AS_COMPLEX_BYTES ((int64_t)32 << 20)
#define AS_LARGEST_COMPLEX_BYTES ((int64_t)96 << 20)

/// The bytes of the last cache that a core reaches, from what the system says
/// of the third one, but no more than `most` where that may be the sum over all
/// core complexes. Processors of AMD say the sum, and no number of ways, in one
/// place, and what one complex has in another, which some virtual machines
/// hide. (AMD64 Architecture Programmer's Manual, volume 3, CPUID 8000_0006h
/// EDX and 8000_001Dh.)
static inline int64_t asLastCacheBytes(int64_t bytes, int64_t ways,
                                       int64_t most) {
#ifdef __x86_64__
  return ways == 0 && bytes > most ? most : bytes;
#else
  return bytes;
#endif
}

#endif // AS_SUPPORT_LAST_CACHE_H
