//===- random.h - Reproducible random numbers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// splitmix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number
// Generators", OOPSLA 2014): one word of state, good enough for a search, and
// the same sequence everywhere.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_RANDOM_H
#define AS_SUPPORT_RANDOM_H

#include <stdint.h>

typedef struct AsRandom {
  uint64_t state; ///< The seed to start from.
} AsRandom;

uint64_t asRandomBits(AsRandom *random);
/// Uniform in [0, bound); bound > 0.
uint32_t asRandomBelow(AsRandom *random, uint32_t bound);
/// Uniform in [0, 1).
double asRandomUnit(AsRandom *random);

#endif // AS_SUPPORT_RANDOM_H
