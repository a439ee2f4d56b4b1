//===- divisors.c - The divisors of an extent
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See divisors.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/divisors.h"

static const int64_t furthest = INT64_C(1) << 20;

int64_t asLeastDivisor(int64_t extent, int64_t least) {
  if (least < 1)
    least = 1;
  if (least >= extent)
    return extent;
  for (int64_t low = least; low <= extent / low && low <= furthest; low++)
    if (extent % low == 0)
      return low;
  // The divisors above the square root, in ascending order.
  int64_t low = extent / least < furthest ? extent / least : furthest;
  while (low > extent / low)
    low--;
  while (extent % low != 0)
    low--;
  return extent / low;
}
