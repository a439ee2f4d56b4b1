//===- kernel-dispatch.c - Which tiles a size is divided into
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See kernel-dispatch.h. The numbers of a tile depend on those of smaller ones
// only, and are chosen from the smallest tile on.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/kernel-dispatch.h"
#include <math.h>

enum {
  SMALL = 8,           ///< Elements of the largest small tile.
  MOST = 2 * SMALL - 1 ///< The largest size that small tiles are added for.
};

/// A kernel more is to gain as much of the mean time over sizes up to MOST.
static const double worth = 0.012;

/// The number of the tile among those with times, of which it is one.
static int numberOf(const AsKernelTimes *times, int64_t tile) {
  int k = 0;
  while (k < times->sizes.count - 1 && times->sizes.size[k] != tile)
    k++;
  return k;
}

/// What `left` of `size` elements take with the tiles from `first` on.
static double secondsFrom(const AsKernelTimes *times,
                          const AsKernelSizes *sizes, int first, int64_t left,
                          int64_t size) {
  double seconds = 0;
  for (int k = first; k < sizes->count && left; k++) {
    int64_t tile = sizes->size[k], whole = left / tile, rest = left % tile;
    int number = numberOf(times, tile);
    double last = asKernelRestSeconds(times, number, size);
    if (rest && rest <= sizes->regroup[k] && whole)
      whole--, rest += tile;
    else if (rest && rest >= sizes->least[k] && last < INFINITY)
      seconds += last, rest = 0;
    seconds += (double)whole * times->seconds[number];
    left = rest;
  }
  return left ? INFINITY : seconds;
}

double asDispatchSeconds(const AsKernelTimes *times, const AsKernelSizes *sizes,
                         int64_t size) {
  return secondsFrom(asKernelTimesOf(times, size), sizes, 0, size, size);
}

/// From how many elements left on one of tile k, which has room, takes less
/// than smaller tiles, on the whole.
static int64_t leastOf(const AsKernelTimes *all, const AsKernelSizes *sizes,
                       int k) {
  int64_t tile = sizes->size[k], chosen = tile;
  const AsKernelTimes *times = asKernelTimesOf(all, tile);
  double own = asKernelRestSeconds(times, numberOf(times, tile), tile),
         saved = 0, most = 0;
  for (int64_t left = tile - 1; left > 0; left--) {
    saved += secondsFrom(times, sizes, k + 1, left, tile) - own;
    if (saved >= most)
      most = saved, chosen = left;
  }
  return chosen;
}

/// Up to how many elements left take less together with a tile k, divided among
/// smaller ones, on the whole.
static int64_t regroupOf(const AsKernelTimes *all, const AsKernelSizes *sizes,
                         int k) {
  int64_t tile = sizes->size[k], chosen = 0;
  const AsKernelTimes *times = asKernelTimesOf(all, tile);
  double own = times->seconds[numberOf(times, tile)], saved = 0,
         most = own * 1e-6;
  for (int64_t left = 1; left < tile; left++) {
    double rest = secondsFrom(times, sizes, k + 1, left, tile),
           apart = own + (times->mayOverlap ? fmin(own, rest) : rest);
    saved += apart - secondsFrom(times, sizes, k + 1, tile + left, tile + left);
    if (saved > most)
      most = saved, chosen = left;
  }
  return chosen;
}

/// Chooses for the tiles of at most `most` elements.
static void chooseUpTo(const AsKernelTimes *times, AsKernelSizes *sizes,
                       int64_t most) {
  for (int k = sizes->count - 1; k >= 0 && sizes->size[k] <= most; k--) {
    bool mayTake = times->mayOverlap || times->mayPad;
    sizes->least[k] = mayTake ? leastOf(times, sizes, k) : 0;
    // What is padded needs no tile less.
    sizes->regroup[k] =
        sizes->size[k] > 2 && !times->mayPad ? regroupOf(times, sizes, k) : 0;
  }
}

void asDispatchChoose(const AsKernelTimes *times, AsKernelSizes *sizes) {
  chooseUpTo(times, sizes, INT64_MAX);
}

//===----------------------------------------------------------------------===//
// Small tiles
//===----------------------------------------------------------------------===//

static int64_t divisor(int64_t a, int64_t b) {
  while (b) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/// The sizes that small tiles are added for: those between the samples, and
/// multiples of what all samples are multiples of.
typedef struct Sizes {
  int count;
  int64_t size[MOST];
  double best[MOST]; ///< What each takes with any tiles.
} Sizes;

/// What sizes up to MOST take with any tiles.
static void findBest(const AsKernelTimes *all, double best[MOST + 1]) {
  const AsKernelTimes *times = asKernelTimesOf(all, MOST);
  best[0] = 0;
  for (int64_t n = 1; n <= MOST; n++) {
    best[n] = INFINITY;
    for (int k = 0; k < times->sizes.count; k++)
      if (times->sizes.size[k] <= n)
        best[n] =
            fmin(best[n], best[n - times->sizes.size[k]] + times->seconds[k]);
      else if (times->mayPad)
        best[n] = fmin(best[n], asKernelRestSeconds(times, k, n));
  }
}

static Sizes sizesBetween(const AsKernelTimes *times,
                          const AsSampleSizes *samples) {
  double best[MOST + 1];
  int64_t step = 0;
  Sizes sizes = {0};
  findBest(times, best);
  for (int s = 0; s < samples->count; s++)
    step = divisor(samples->size[s], step);
  for (int64_t n = 1; n <= MOST && n <= samples->size[samples->count - 1]; n++)
    if (n >= samples->size[0] && n % step == 0) {
      sizes.best[sizes.count] = best[n];
      sizes.size[sizes.count++] = n;
    }
  return sizes;
}

/// How many of the calls that are expected have sizes up to MOST.
static double shareOfSmall(const AsSampleSizes *samples) {
  double share = 0;
  for (int s = 0; s < samples->count; s++)
    share += samples->size[s] <= MOST ? samples->weight[s] : 0;
  return share;
}

/// The mean of time over best time.
static double meanOf(const AsKernelTimes *times, const Sizes *all,
                     const AsKernelSizes *sizes) {
  double sum = 0;
  for (int s = 0; s < all->count; s++)
    sum += asDispatchSeconds(times, sizes, all->size[s]) / all->best[s];
  return sum / all->count;
}

/// The sizes and one more; chooses for tiles of at most `most` elements.
static AsKernelSizes with(const AsKernelTimes *times,
                          const AsKernelSizes *sizes, int64_t tile,
                          int64_t most) {
  AsKernelSizes more = *sizes;
  int at = more.count++;
  for (; at > 0 && more.size[at - 1] < tile; at--)
    more.size[at] = more.size[at - 1];
  more.size[at] = tile;
  chooseUpTo(times, &more, most);
  return more;
}

static bool has(const AsKernelSizes *sizes, int64_t tile) {
  bool is = false;
  for (int k = 0; k < sizes->count; k++)
    is |= sizes->size[k] == tile;
  return is;
}

void asDispatchAddSmall(const AsKernelTimes *times,
                        const AsSampleSizes *samples, int most, int kernels,
                        AsKernelSizes *sizes) {
  Sizes all = sizesBetween(times, samples);
  double price = worth * kernels / shareOfSmall(samples);
  for (int added = 0;
       added < most && all.count && sizes->count < AS_MAX_KERNELS; added++) {
    double least = meanOf(times, &all, sizes) - price;
    AsKernelSizes chosen = {0};
    for (int k = 0; k < times->sizes.count; k++) {
      int64_t tile = times->sizes.size[k];
      if (tile > SMALL || has(sizes, tile))
        continue;
      AsKernelSizes more = with(times, sizes, tile, MOST);
      double mean = meanOf(times, &all, &more);
      if (mean < least)
        least = mean, chosen = more;
    }
    if (!chosen.count)
      break;
    *sizes = chosen;
  }
  asDispatchChoose(times, sizes);
}

//===----------------------------------------------------------------------===//
// Large tiles
//===----------------------------------------------------------------------===//

/// The samples that are larger than small ones, and sizes between them.
typedef struct Between {
  int count;
  int64_t size[2 * AS_MAX_SAMPLES];
  double weight[2 * AS_MAX_SAMPLES]; ///< A share of all samples.
} Between;

static void addBetween(Between *all, int64_t size, double weight) {
  if (size <= MOST)
    return;
  all->size[all->count] = size;
  all->weight[all->count++] = weight / 2;
}

static Between largeSizes(const AsSampleSizes *samples) {
  Between all = {0};
  int64_t step = 0;
  for (int s = 0; s < samples->count; s++)
    step = divisor(samples->size[s], step);
  for (int s = 0; s < samples->count; s++) {
    bool isLast = s + 1 == samples->count;
    int64_t size = samples->size[s], next = samples->size[s + !isLast],
            middle = (int64_t)sqrt((double)size * (double)next);
    double weight = (samples->weight[s] + samples->weight[s + !isLast]) / 2;
    middle -= middle % step;
    addBetween(&all, size, samples->weight[s]);
    addBetween(&all, middle > size ? middle : size, weight);
  }
  return all;
}

/// What is gained by other tiles, as a share of the time of all sizes.
static double gainOf(const AsKernelTimes *times, const Between *all,
                     const AsKernelSizes *from, const AsKernelSizes *to) {
  double gain = 0;
  for (int s = 0; s < all->count; s++)
    gain +=
        all->weight[s] * (1 - asDispatchSeconds(times, to, all->size[s]) /
                                  asDispatchSeconds(times, from, all->size[s]));
  return gain;
}

void asDispatchAddLarge(const AsKernelTimes *times,
                        const AsSampleSizes *samples, int kernels,
                        AsKernelSizes *sizes) {
  Between all = largeSizes(samples);
  AsKernelSizes chosen = *sizes;
  double most = worth * kernels;
  for (int k = 0; k < times->sizes.count && sizes->count < AS_MAX_KERNELS;
       k++) {
    int64_t tile = times->sizes.size[k];
    if (tile <= SMALL || has(sizes, tile))
      continue;
    AsKernelSizes more = with(times, sizes, tile, INT64_MAX);
    double gain = gainOf(times, &all, sizes, &more);
    if (gain > most)
      most = gain, chosen = more;
  }
  *sizes = chosen;
}
