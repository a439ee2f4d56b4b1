//===- sample-sizes.c - Sizes that a dynamic dimension is tuned for
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/sample-sizes.h"
#include <math.h>
#include <string.h>

enum { PER_RANGE = 24 };

static const AsSizeRange anySize = {
    .first = 1, .last = 4096, .step = 1, .weight = 1};

static void add(AsSampleSizes *samples, int64_t size, double weight) {
  int at = samples->count;
  while (at > 0 && samples->size[at - 1] >= size)
    at--;
  bool isKnown = at < samples->count && samples->size[at] == size;
  if (!isKnown && samples->count < AS_MAX_SAMPLES) {
    size_t after = (size_t)(samples->count++ - at);
    memmove(&samples->size[at + 1], &samples->size[at],
            sizeof *samples->size * after);
    memmove(&samples->weight[at + 1], &samples->weight[at],
            sizeof *samples->weight * after);
    samples->size[at] = size;
    samples->weight[at] = 0;
  }
  if (at < samples->count && samples->size[at] == size)
    samples->weight[at] += weight;
}

/// The size of the range that is nearest to the share `at` of the way from its
/// first to its last one, by the logarithm.
static int64_t sizeAt(const AsSizeRange *range, double at) {
  double first = fmax((double)range->first, 1), last = (double)range->last,
         steps = round((first * pow(last / first, at) - (double)range->first) /
                       (double)range->step),
         most = floor((last - (double)range->first) / (double)range->step);
  return range->first + (int64_t)fmin(fmax(steps, 0), most) * range->step;
}

/// Nothing is computed for the size 0.
static void addRange(const AsSizeRange *range, AsSampleSizes *samples) {
  int64_t sizes[PER_RANGE];
  int count = 0, most = range->first == range->last ? 1 : PER_RANGE;
  for (int i = 0; i < most && range->last > 0; i++) {
    int64_t size = sizeAt(range, most > 1 ? (double)i / (most - 1) : 0);
    if (size > 0 && (!count || sizes[count - 1] < size))
      sizes[count++] = size;
  }
  for (int i = 0; i < count; i++)
    add(samples, sizes[i], range->weight / count);
}

void asSampleSizes(const AsSizeRanges *ranges, const char *function,
                   const char *name, AsSampleSizes *samples) {
  *samples = (AsSampleSizes){0};
  for (int r = 0; ranges && name && r < ranges->count; r++)
    if (asSizeRangeIsOf(&ranges->ranges[r], function, name))
      addRange(&ranges->ranges[r], samples);
  if (!samples->count)
    addRange(&anySize, samples);
  double total = 0;
  for (int s = 0; s < samples->count; s++)
    total += samples->weight[s];
  for (int s = 0; s < samples->count; s++)
    samples->weight[s] /= total;
}
