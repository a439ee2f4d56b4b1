//===- kernel-refine.c - Tiles that sizes between others want
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All sets of a few tiles are compared for the samples (kernel-cover.c); of
// sets of seven or eight there are too many. So tiles are added to that set,
// dropped and exchanged one at a time: where 1 row takes as long as 3,
// 1 + 1 + 1 takes three times as long as it should, and what is left of 300
// rows behind two tiles of 128 takes long by tiles of 16.
//
// A size counts by the logarithm of its time, beside that of a tile of just
// that size, which is taken to lie between those of the tiles around it. What
// is far behind that counts more, so that no size is left behind for the sake
// of the mean.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/kernel-refine.h"
#include "task/dynamic/kernel-dispatch.h"
#include <math.h>

enum { BETWEEN = 4, MOST_SIZES = (BETWEEN + 1) * AS_MAX_SAMPLES, STEPS = 32 };

/// What a kernel more is to gain of the mean.
static const double worth = 0.004;

/// How far behind a size may be, and how many times as much counts beyond that.
static const double behind = 0.16, steepness = 2;

/// A size to be served.
typedef struct Served {
  int64_t size;
  double weight;
  double alone; ///< Seconds of a tile of that size.
} Served;

typedef struct Refinement {
  const AsKernelTimes *times;
  const AsRefining *may;
  int count;
  Served served[MOST_SIZES];
} Refinement;

/// What a tile of that size takes, between those of other sizes.
static double secondsAlone(const AsKernelTimes *all, int64_t size) {
  const AsKernelTimes *times = asKernelTimesOf(all, size);
  const int64_t *tile = times->sizes.size;
  const double *seconds = times->seconds;
  int last = times->sizes.count - 1;
  if (size >= tile[0])
    return seconds[0] * (double)size / (double)tile[0];
  if (size <= tile[last])
    return seconds[last];
  int k = 0;
  while (tile[k + 1] > size)
    k++;
  return seconds[k + 1] + (seconds[k] - seconds[k + 1]) *
                              (double)(size - tile[k + 1]) /
                              (double)(tile[k] - tile[k + 1]);
}

static int64_t divisor(int64_t a, int64_t b) {
  while (b) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static void serve(Refinement *all, int64_t size, double weight) {
  all->served[all->count++] =
      (Served){size, weight, secondsAlone(all->times, size)};
}

/// The samples, and a few sizes behind each of them, of which some sets of
/// tiles serve the samples only by chance: multiples of what all samples are
/// multiples of. They have half of its weight.
static void serveAll(Refinement *all, const AsSampleSizes *samples) {
  int64_t step = 0;
  for (int s = 0; s < samples->count; s++)
    step = divisor(samples->size[s], step);
  for (int s = 0; s < samples->count; s++) {
    int64_t from = samples->size[s],
            steps = s + 1 < samples->count
                        ? (samples->size[s + 1] - from) / step - 1
                        : 0,
            count = steps < BETWEEN ? steps : BETWEEN;
    double weight = samples->weight[s];
    serve(all, from, count ? weight / 2 : weight);
    for (int64_t i = 1; i <= count; i++)
      serve(all, from + step * (steps * i / count), weight / 2 / (double)count);
  }
}

static double costOf(const Refinement *all, const AsKernelSizes *sizes) {
  double cost = worth * all->may->kernels * sizes->count;
  for (int s = 0; s < all->count; s++) {
    const Served *served = &all->served[s];
    double excess =
        log(asDispatchSeconds(all->times, sizes, served->size) / served->alone);
    cost += served->weight * (excess + steepness * fmax(excess - behind, 0));
  }
  return cost;
}

static bool mayMove(const Refinement *all, int64_t tile) {
  const AsKernelSizes *tiles = &all->times->sizes;
  bool isNeeded = !all->times->mayPad && tile == tiles->size[tiles->count - 1];
  return tile >= all->may->first && tile <= all->may->last && !isNeeded;
}

static bool has(const AsKernelSizes *sizes, int64_t tile) {
  bool is = false;
  for (int k = 0; k < sizes->count; k++)
    is |= sizes->size[k] == tile;
  return is;
}

/// The tiles without one and with another; 0 is none.
static AsKernelSizes exchange(const AsKernelTimes *times,
                              const AsKernelSizes *sizes, int64_t old,
                              int64_t new) {
  AsKernelSizes other = {0};
  for (int k = 0; k < times->sizes.count; k++) {
    int64_t tile = times->sizes.size[k];
    if (tile == new || (tile != old && has(sizes, tile)))
      other.size[other.count++] = tile;
  }
  asDispatchChoose(times, &other);
  return other;
}

/// The best of what one step leads to.
typedef struct Best {
  AsKernelSizes sizes;
  double cost;
} Best;

static void compare(const Refinement *all, const AsKernelSizes *sizes,
                    int64_t old, int64_t new, Best *best) {
  AsKernelSizes other = exchange(all->times, sizes, old, new);
  double cost = other.count ? costOf(all, &other) : INFINITY;
  if (cost < best->cost)
    *best = (Best){other, cost};
}

/// Tries all tiles that are not there, for the one of `old`, or besides all.
static void tryOthers(const Refinement *all, const AsKernelSizes *sizes,
                      int64_t old, Best *best) {
  const AsKernelSizes *tiles = &all->times->sizes;
  for (int k = 0; k < tiles->count; k++)
    if (mayMove(all, tiles->size[k]) && !has(sizes, tiles->size[k]))
      compare(all, sizes, old, tiles->size[k], best);
}

/// One step; false if none gains anything. Exchanges are many, and are tried
/// only if nothing else gains.
static bool step(const Refinement *all, Best *best) {
  static const double least = 1e-5;
  AsKernelSizes sizes = best->sizes;
  double before = best->cost;
  if (sizes.count < all->may->most)
    tryOthers(all, &sizes, 0, best);
  for (int k = 0; k < sizes.count; k++)
    if (mayMove(all, sizes.size[k]))
      compare(all, &sizes, sizes.size[k], 0, best);
  for (int k = 0; k < sizes.count && best->cost > before - least; k++)
    if (mayMove(all, sizes.size[k]))
      tryOthers(all, &sizes, sizes.size[k], best);
  return best->cost < before - least;
}

void asKernelRefine(const AsKernelTimes *times, const AsSampleSizes *samples,
                    const AsRefining *may, AsKernelSizes *sizes) {
  Refinement all = {.times = times, .may = may};
  serveAll(&all, samples);
  Best best = {.sizes = *sizes};
  asDispatchChoose(times, &best.sizes);
  best.cost = costOf(&all, &best.sizes);
  for (int i = 0; i < STEPS && step(&all, &best); i++)
    ;
  *sizes = best.sizes;
}
