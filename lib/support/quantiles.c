//===- quantiles.c - What there is to say of some numbers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See quantiles.h.
//
//===----------------------------------------------------------------------===//

#include "support/quantiles.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

static int compareNumbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/// The number below which `fraction` of the sorted numbers lie.
static double quantile(const double *sorted, int count, double fraction) {
  double position = fraction * (count - 1);
  int below = (int)position;
  int above = below + 1 < count ? below + 1 : below;
  return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
}

/// Takes `values` over: sorts and frees them.
static AsQuantiles spreadOfOwn(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, compareNumbers);
  AsQuantiles spread = {values[0], quantile(values, count, 0.25),
                        quantile(values, count, 0.5),
                        quantile(values, count, 0.75), values[count - 1]};
  free(values);
  return spread;
}

AsQuantiles asSpreadOf(const double *values, int count) {
  size_t size = (size_t)count * sizeof *values;
  double *copy = asAlloc(size);
  memcpy(copy, values, size);
  return spreadOfOwn(copy, count);
}

AsQuantiles asSpreadOfRatios(const double *values, const double *others,
                             int count) {
  double *ratios = asAlloc((size_t)count * sizeof *ratios);
  for (int i = 0; i < count; i++)
    ratios[i] = values[i] / others[i];
  return spreadOfOwn(ratios, count);
}
