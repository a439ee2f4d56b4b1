//===- kernel-cover.c - Which tiles serve all sizes best
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of all sets of so many tiles, takes the one with the least mean, over the
// sample sizes, of its time divided by that of the best set for that size
// alone. So a small size counts as much as a large one. There are at most 2^19
// sets: all are tried.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/kernel-cover.h"
#include "task/dynamic/kernel-dispatch.h"
#include <math.h>

/// A kernel more is one more task to tune, and more code: it is to gain as much
/// of the mean.
static const double worth = 0.01;

const AsKernelTimes *asKernelTimesOf(const AsKernelTimes *times, int64_t size) {
  return times->few && size <= AS_FEW_ELEMENTS ? times->few : times;
}

double asKernelRestSeconds(const AsKernelTimes *times, int kernel,
                           int64_t size) {
  if (times->mayPad)
    return times->seconds[kernel] + times->padSeconds[kernel];
  return times->mayOverlap && times->sizes.size[kernel] <= size
             ? times->seconds[kernel]
             : INFINITY;
}

/// What `left` of `size` elements take with the tiles from `first` on.
static double secondsOf(const AsKernelTimes *times, unsigned set, int first,
                        int64_t left, int64_t size) {
  double seconds = 0, least = INFINITY;
  for (int k = first; k < times->sizes.count && left; k++) {
    int64_t tile = times->sizes.size[k];
    if (!(set >> k & 1))
      continue;
    int64_t whole = left / tile;
    seconds += (double)whole * times->seconds[k];
    left -= whole * tile;
    if (left)
      least = fmin(least, seconds + asKernelRestSeconds(times, k, size));
  }
  return left ? least : fmin(least, seconds);
}

double asKernelsSeconds(const AsKernelTimes *times, unsigned set,
                        int64_t size) {
  return secondsOf(asKernelTimesOf(times, size), set, 0, size, size);
}

typedef struct Cover {
  const AsKernelTimes *times;
  const AsSampleSizes *samples;
  unsigned needed;             ///< Tiles that are in all sets.
  int most;                    ///< Tiles in a set.
  double price;                ///< Of a tile.
  double best[AS_MAX_SAMPLES]; ///< Seconds of the best set for the size alone.
  double least;
  unsigned chosen;
} Cover;

static void noteBest(Cover *cover, unsigned set) {
  for (int s = 0; s < cover->samples->count; s++)
    cover->best[s] =
        fmin(cover->best[s],
             asKernelsSeconds(cover->times, set, cover->samples->size[s]));
}

static void compare(Cover *cover, unsigned set) {
  double mean = cover->price * __builtin_popcount(set);
  for (int s = 0; s < cover->samples->count && mean < cover->least; s++)
    mean += cover->samples->weight[s] *
            asKernelsSeconds(cover->times, set, cover->samples->size[s]) /
            cover->best[s];
  if (mean < cover->least) {
    cover->least = mean;
    cover->chosen = set;
  }
}

/// Calls `visit` for each set that may be chosen.
static void visitSets(Cover *cover, void (*visit)(Cover *cover, unsigned set)) {
  for (unsigned set = 0; set < 1u << cover->times->sizes.count; set++)
    if ((set & cover->needed) == cover->needed &&
        __builtin_popcount(set) <= cover->most)
      visit(cover, set);
}

static AsKernelSizes chooseSet(Cover *cover) {
  cover->least = INFINITY;
  cover->chosen = cover->needed;
  for (int s = 0; s < cover->samples->count; s++)
    cover->best[s] = INFINITY;
  visitSets(cover, noteBest);
  visitSets(cover, compare);
  AsKernelSizes chosen = {0};
  for (int k = 0; k < cover->times->sizes.count; k++)
    if (cover->chosen >> k & 1)
      chosen.size[chosen.count++] = cover->times->sizes.size[k];
  asDispatchChoose(cover->times, &chosen);
  return chosen;
}

AsKernelSizes asKernelCover(const AsKernelTimes *times,
                            const AsSampleSizes *samples, int most,
                            int kernels) {
  Cover cover = {.times = times,
                 .samples = samples,
                 .needed = times->mayPad ? 0 : 1u << (times->sizes.count - 1),
                 .most = most,
                 .price = worth * kernels};
  return chooseSet(&cover);
}

AsKernelSizes asKernelCoverMore(const AsKernelTimes *times,
                                const AsSampleSizes *samples,
                                const AsKernelSizes *chosen, int spare) {
  Cover cover = {
      .times = times, .samples = samples, .most = chosen->count + spare};
  for (int k = 0; k < times->sizes.count; k++)
    for (int c = 0; c < chosen->count; c++)
      cover.needed |= (unsigned)(chosen->size[c] == times->sizes.size[k]) << k;
  return chooseSet(&cover);
}
