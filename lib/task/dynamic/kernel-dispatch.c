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

void asDispatchChoose(const AsKernelTimes *times, AsKernelSizes *sizes) {
  bool mayTake = times->mayOverlap || times->mayPad;
  for (int k = sizes->count - 1; k >= 0; k--) {
    sizes->least[k] = mayTake ? leastOf(times, sizes, k) : 0;
    // What is padded needs no tile less.
    sizes->regroup[k] =
        sizes->size[k] > 2 && !times->mayPad ? regroupOf(times, sizes, k) : 0;
  }
}
