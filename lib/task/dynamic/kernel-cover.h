//===- kernel-cover.h - Which tiles serve all sizes best
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_KERNEL_COVER_H
#define AS_TASK_DYNAMIC_KERNEL_COVER_H

#include "task/dynamic/sample-sizes.h"

enum { AS_MAX_KERNELS = 19 };

/// Sizes of the tiles along one class, the largest first. The last one is 1,
/// unless what is left of any tile is padded.
typedef struct AsKernelSizes {
  int count;
  int64_t size[AS_MAX_KERNELS];
  /// Where tiles may overlap or are padded: if so many elements or more are
  /// left, they take one tile more, and else smaller ones. 0: more than half a
  /// tile.
  int64_t least[AS_MAX_KERNELS];
  /// If at most so many elements are left behind whole tiles, the last of these
  /// is left as well: smaller tiles divide both. 0: never.
  int64_t regroup[AS_MAX_KERNELS];
} AsKernelSizes;

/// Tiles that there may be, and what they take.
typedef struct AsKernelTimes AsKernelTimes;
struct AsKernelTimes {
  AsKernelSizes sizes;
  double seconds[AS_MAX_KERNELS];
  bool mayOverlap; ///< The last tile of a size may (tile-range.h).
  bool mayPad;     ///< It may be padded, which takes so much longer.
  double padSeconds[AS_MAX_KERNELS];
  /// The same tiles for sizes up to AS_FEW_ELEMENTS, where tiles of other
  /// dynamic sizes are small as well. NULL: they take what others do.
  const AsKernelTimes *few;
};

enum { AS_FEW_ELEMENTS = 16 };

/// What tiles take for that size.
const AsKernelTimes *asKernelTimesOf(const AsKernelTimes *times, int64_t size);

/// What a tile takes for fewer elements than it has, left of `size`; INFINITY
/// if it may not.
double asKernelRestSeconds(const AsKernelTimes *times, int kernel,
                           int64_t size);

/// The seconds that `size` elements take with the tiles whose bits are in
/// `set`, bit i for tile i. As many of each tile as fit are taken in turn; what
/// is left may take one that overlaps or is padded, if that is less. INFINITY
/// if something is left at last.
double asKernelsSeconds(const AsKernelTimes *times, unsigned set, int64_t size);

/// Chooses at most `most` tiles, the last one among them unless others may be
/// padded, and what takes a tile more. A tile more to choose has to be worth
/// the `kernels` that it is, one for each tile along other dynamic sizes.
AsKernelSizes asKernelCover(const AsKernelTimes *times,
                            const AsSampleSizes *samples, int most,
                            int kernels);

/// Adds at most `spare` tiles to those chosen, worth it or not: those that
/// serve best if what the times say is not quite so.
AsKernelSizes asKernelCoverMore(const AsKernelTimes *times,
                                const AsSampleSizes *samples,
                                const AsKernelSizes *chosen, int spare);

#endif // AS_TASK_DYNAMIC_KERNEL_COVER_H
