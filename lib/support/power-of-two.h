//===- power-of-two.h - Powers of two around a number
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM has one instruction for a load, a store or a shuffle of as many lanes as
// a power of two, and several for other numbers.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_POWER_OF_TWO_H
#define AS_SUPPORT_POWER_OF_TWO_H

#include <stdbool.h>
#include <stdint.h>

/// The least power of two that is not less than the number, a positive one.
static inline int64_t asNextPowerOfTwo(int64_t number) {
  int64_t power = 1;
  while (power < number)
    power *= 2;
  return power;
}

/// The largest power of two that is not more than the number, a positive one.
static inline int64_t asLastPowerOfTwo(int64_t number) {
  int64_t power = 1;
  while (power <= number / 2)
    power *= 2;
  return power;
}

/// Whether a number is a sum of three powers of two or more, as 13 = 8 + 4 + 1.
/// LLVM moves so many lanes beyond whole registers in as many pieces, which
/// takes it long to put together and to take apart.
static inline bool asIsManyPowers(unsigned number) {
  int powers = 0;
  for (; number; number &= number - 1)
    powers++;
  return powers > 2;
}

/// How many elements of a row are moved at once, after those before *first: as
/// many as a power of two says. Where they are all that is left, *first may go
/// back, so that they overlap what was moved before, in place of several parts.
static inline int64_t asOverlappingPart(int64_t row, int64_t *first) {
  int64_t left = row - *first, part = asLastPowerOfTwo(left);
  if (part == left || 2 * part > row)
    return part;
  *first = row - 2 * part;
  return 2 * part;
}

#endif // AS_SUPPORT_POWER_OF_TWO_H
