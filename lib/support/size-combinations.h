//===- size-combinations.h - All choices of sizes that ranges allow
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ranges (size-ranges.h) "n=1..3,9,m=4,70" of a function with the sizes n
// and m have eight combinations: n=1,m=4, then n=1,m=70, then n=2,m=4 and so on
// to n=9,m=70.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_SIZE_COMBINATIONS_H
#define AS_SUPPORT_SIZE_COMBINATIONS_H

#include "support/size-ranges.h"

/// More are taken for a mistake.
enum { AS_MOST_SIZE_COMBINATIONS = 10000 };

typedef struct AsSizeValues {
  int64_t count;
  int64_t *sizes; ///< In the order in which they were written.
} AsSizeValues;

typedef struct AsSizeCombinations {
  int64_t count;
  int numSizes;
  AsSizeValues *values; ///< Of each size.
} AsSizeCombinations;

/// The combinations of a function whose sizes have these names. Ranges of other
/// functions do not count. Fails if a size has no range, a range no size, or
/// there are too many; the message goes on with the function: "--sizes lacks
/// the size 'n' of".
AsStatus asSizeCombinationsOf(const AsSizeRanges *ranges, const char *function,
                              const char *const *names, int numSizes,
                              AsArena *arena, AsSizeCombinations *combinations,
                              AsError *error);

/// Sets all sizes to those of a combination; the last one varies fastest.
void asSizeCombinationGet(const AsSizeCombinations *combinations,
                          int64_t combination, int64_t *sizes);

#endif // AS_SUPPORT_SIZE_COMBINATIONS_H
