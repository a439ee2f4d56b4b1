//===- kernel-timing.c - How long tiles of a group take
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each tile is a kernel, a module of its own (kernel-module.h), which is
// measured where a run measures, or else estimated. What both leave out is
// added: copies around the kernel, calls of it in a program, tiles that are
// padded.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/kernel-timing.h"
#include "mlir-c/Dialect/Linalg.h"
#include "task/dynamic/kernel-module.h"
#include "task/dynamic/tile-copies.h"
#include <math.h>

/// What tiles along one class take, while those along others are as in `tile`,
/// with the copies around them.
/// False if that is not known.
static bool timeBy(AsKernelSeconds seconds, const AsGroupLoops *loops,
                   const AsKernelChoice *choice, int class, const int64_t *tile,
                   AsKernelTimes *times) {
  int64_t own[AS_MAX_CLASSES];
  for (int c = 0; c < loops->numClasses; c++)
    own[c] = tile[c];
  bool isKnown = seconds != NULL;
  for (int k = 0; k < times->sizes.count && isKnown; k++) {
    own[class] = times->sizes.size[k];
    MlirModule kernel = asKernelModule(loops, own);
    times->seconds[k] = seconds(kernel, choice->context);
    isKnown = times->seconds[k] > 0;
    times->seconds[k] += asTileCopySeconds(loops, own);
    times->padSeconds[k] = asTilePadSeconds(loops, class, own);
    mlirModuleDestroy(kernel);
  }
  return isKnown;
}

/// Kernels are timed alone, with all that each call reads, such as weights, in
/// the caches. In a program that is so less often: an eighth is added of what a
/// call costs however large its tile is.
static void addCalls(AsKernelTimes *times) {
  int last = times->sizes.count - 1;
  double large = (double)times->sizes.size[0],
         small = (double)times->sizes.size[last],
         fixed =
             last > 0
                 ? (large * times->seconds[last] - small * times->seconds[0]) /
                       (large - small)
                 : 0;
  for (int k = 0; k <= last; k++)
    times->seconds[k] += fmax(fixed, 0) / 8;
}

/// What each call on a part of a sum costs by itself, of what it was estimated
/// to take.
static const double partSeconds = 5e-8;

/// Of rows that are reduced, such as those of maxima, the estimate takes a tile
/// of two vectors for ten times one of a single vector. It takes little longer,
/// as lanes are combined once for each row and tile: no longer than smaller
/// tiles for the same elements, one after the other in one call.
static void limitBySmaller(AsKernelTimes *times) {
  for (int k = times->sizes.count - 2; k >= 0; k--)
    for (int s = k + 1; s < times->sizes.count; s++) {
      int64_t count = times->sizes.size[k] / times->sizes.size[s];
      double each = fmax(times->seconds[s] - partSeconds, 0);
      if (times->sizes.size[k] % times->sizes.size[s] == 0)
        times->seconds[k] =
            fmin(times->seconds[k], (double)count * each + partSeconds);
    }
}

/// Whether the class is what the root reduces, and the root is no product.
static bool reducesRows(const AsGroupLoops *loops, int class) {
  MlirOperation root = loops->members[loops->numMembers - 1].op;
  return loops->classes[class].isReduction && asIrHasPrefix(root, "linalg.") &&
         !mlirLinalgIsAContractionOp(root);
}

bool asKernelsTime(const AsGroupLoops *loops, const AsKernelChoice *choice,
                   int class, const int64_t *tile, AsKernelTimes *times) {
  bool isMeasured = timeBy(choice->measured, loops, choice, class, tile, times);
  if (isMeasured)
    addCalls(times);
  bool isEstimated = !isMeasured && timeBy(choice->estimate, loops, choice,
                                           class, tile, times);
  if (isEstimated && reducesRows(loops, class))
    limitBySmaller(times);
  return isMeasured || isEstimated;
}
