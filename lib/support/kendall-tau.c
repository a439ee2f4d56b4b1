//===- kendall-tau.c - How alike two orders are
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/kendall-tau.h"
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
