//===- kernel-cover.c - Which tiles serve all sizes best
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of all sets of so many tiles, takes the one with the least mean, over the
// sample sizes, of its time divided by that of the best set for that size
// alone. So a small size counts as much as a large one. There are at most 2^15
// sets, as the tile of one is in all: all are tried.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/kernel-cover.h"
#include <math.h>

/// A tile more is one more task to tune, and more code: it is to gain as much
/// of the mean.
static const double worth = 0.005;

double asKernelsSeconds(const AsKernelTimes *times, unsigned set,
                        int64_t size) {
  double seconds = 0;
  int64_t rest = size;
  for (int k = 0; k < times->sizes.count; k++) {
    int64_t tile = times->sizes.size[k];
    if (!(set >> k & 1))
      continue;
    int64_t whole = rest / tile;
    seconds += (double)whole * times->seconds[k];
    rest -= whole * tile;
    if (times->mayOverlap && tile > 1 && rest > tile / 2 && tile <= size) {
      seconds += times->seconds[k];
      rest = 0;
    }
  }
  return seconds;
}

/// Calls `visit` for each set that may be chosen.
static void visitSets(const AsKernelTimes *times, int most,
                      void (*visit)(unsigned set, void *context),
                      void *context) {
  unsigned last = 1u << (times->sizes.count - 1);
  for (unsigned others = 0; others < last; others++)
    if (__builtin_popcount(others) < most)
      visit(others | last, context);
}

typedef struct Cover {
  const AsKernelTimes *times;
  const AsSampleSizes *samples;
  double best[AS_MAX_SAMPLES]; ///< Seconds of the best set for the size alone.
  double least;
  unsigned chosen;
} Cover;

static void noteBest(unsigned set, void *context) {
  Cover *cover = context;
  for (int s = 0; s < cover->samples->count; s++)
    cover->best[s] =
        fmin(cover->best[s],
             asKernelsSeconds(cover->times, set, cover->samples->size[s]));
}

static void compare(unsigned set, void *context) {
  Cover *cover = context;
  double mean = worth * __builtin_popcount(set);
  for (int s = 0; s < cover->samples->count && mean < cover->least; s++)
    mean += cover->samples->weight[s] *
            asKernelsSeconds(cover->times, set, cover->samples->size[s]) /
            cover->best[s];
  if (mean < cover->least) {
    cover->least = mean;
    cover->chosen = set;
  }
}

void asKernelCover(const AsKernelTimes *times, const AsSampleSizes *samples,
                   int most, AsKernelSizes *chosen) {
  Cover cover = {.times = times,
                 .samples = samples,
                 .least = INFINITY,
                 .chosen = 1u << (times->sizes.count - 1)};
  for (int s = 0; s < samples->count; s++)
    cover.best[s] = INFINITY;
  visitSets(times, most, noteBest, &cover);
  visitSets(times, most, compare, &cover);
  *chosen = (AsKernelSizes){0};
  for (int k = 0; k < times->sizes.count; k++)
    if (cover.chosen >> k & 1)
      chosen->size[chosen->count++] = times->sizes.size[k];
}
