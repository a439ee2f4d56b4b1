//===- ranks.c - Statistics of orders
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/ranks.h"
#include <math.h>

static int sign(double value) { return (value > 0) - (value < 0); }

double asKendallTau(const double *left, const double *right, int count) {
  double agreeing = 0, inLeft = 0, inRight = 0; // Pairs that are no ties.
  for (int i = 0; i < count; i++)
    for (int j = 0; j < i; j++) {
      int a = sign(left[i] - left[j]), b = sign(right[i] - right[j]);
      agreeing += a * b;
      inLeft += a != 0;
      inRight += b != 0;
    }
  return inLeft > 0 && inRight > 0 ? agreeing / sqrt(inLeft * inRight) : 0;
}

int asDrawsToMeet(int total, int good) {
  double unmet = 1;
  int draws = 0;
  while (good > 0 && unmet > 0.5) {
    unmet *= fmax(0, total - good - draws) / (total - draws);
    draws++;
  }
  return draws;
}
