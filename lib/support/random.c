//===- random.c - Reproducible random numbers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/random.h"

uint64_t asRandomBits(AsRandom *random) {
  uint64_t z = random->state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

uint32_t asRandomBelow(AsRandom *random, uint32_t bound) {
  // Multiply-shift; the bias of at most 2^-32 does not matter to a search.
  return (uint32_t)((asRandomBits(random) >> 32) * bound >> 32);
}

double asRandomUnit(AsRandom *random) {
  return (double)(asRandomBits(random) >> 11) * 0x1p-53;
}
