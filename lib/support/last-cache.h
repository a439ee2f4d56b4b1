//===- last-cache.h - The size of the last cache of a core
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_LAST_CACHE_H
#define AS_SUPPORT_LAST_CACHE_H

#include <stdint.h>

/// The bytes of the last cache that a core reaches, from what the system says
/// of the third one. Some virtual machines hide which cores share a cache. What
/// is then left of AMD's processors is the sum over all core complexes, of no
/// known number of ways: 508 MiB where a core reaches 32. (AMD64 Architecture
/// Programmer's Manual, volume 3, CPUID 8000_0006h EDX and 8000_001Dh.)
static inline int64_t asLastCacheBytes(int64_t bytes, int64_t ways) {
  const int64_t complexBytes = (int64_t)32 << 20;
  return ways == 0 && bytes > complexBytes ? complexBytes : bytes;
}

#endif // AS_SUPPORT_LAST_CACHE_H
