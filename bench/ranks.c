//===- ranks.c - Statistics of orders
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/ranks.h"
#include <math.h>

int asDrawsToMeet(int total, int good) {
  double unmet = 1;
  int draws = 0;
  while (good > 0 && unmet > 0.5) {
    unmet *= fmax(0, total - good - draws) / (total - draws);
    draws++;
  }
  return draws;
}
