//===- sample-sizes.h - Sizes that a dynamic dimension is tuned for
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A dynamic dimension may have any size. Tiles are chosen for a few of them:
// the ends of each range, and others between them whose logarithms are evenly
// apart, as a size is rarely a power of two.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_SAMPLE_SIZES_H
#define AS_TASK_DYNAMIC_SAMPLE_SIZES_H

#include "support/size-ranges.h"

enum { AS_MAX_SAMPLES = 64 };

/// Sizes from 1 on, each once, the smallest first. The weights add up to 1.
typedef struct AsSampleSizes {
  int count;
  int64_t size[AS_MAX_SAMPLES];
  double weight[AS_MAX_SAMPLES];
} AsSampleSizes;

/// The samples of the ranges that are of the dimension called `name` in
/// `function` (asSizeRangeIsOf), or of 1 to 4096 where there are none or the
/// name is NULL.
void asSampleSizes(const AsSizeRanges *ranges, const char *function,
                   const char *name, AsSampleSizes *samples);

#endif // AS_TASK_DYNAMIC_SAMPLE_SIZES_H
