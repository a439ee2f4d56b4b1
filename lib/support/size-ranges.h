//===- size-ranges.h - Sizes of dynamic dimensions as options give them
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What --sizes=... says:
//
//   n=37,m=5                    two sizes
//   n=1,8,64                    three sizes of n: what has no name is of the
//                               name before
//   n=1..512                    all from 1 to 512
//   decode:n=8..64:8@0.5,100    in the function decode, the multiples of 8, all
//                               together half as often as the size 100
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_SIZE_RANGES_H
#define AS_SUPPORT_SIZE_RANGES_H

#include "as/error.h"
#include "support/arena.h"
#include <stdbool.h>
#include <stdint.h>

/// first, first + step, ... up to last; one size where both are equal.
typedef struct AsSizeRange {
  const char *function; ///< NULL: of all functions.
  const char *name;
  int64_t first, last, step; ///< 0 <= first <= last, 1 <= step.
  double weight;             ///< How often, beside the others; above 0.
  bool isWritten;            ///< In the module, and not in an option.
} AsSizeRange;

typedef struct AsSizeRanges {
  AsSizeRange *ranges; ///< In the order of the text.
  int count;
} AsSizeRanges;

/// Reads the text. Everything is put into `arena`. On failure the message says
/// which item is wrong, and what is expected.
AsStatus asSizeRangesRead(const char *text, AsArena *arena,
                          AsSizeRanges *ranges, AsError *error);

/// Whether the range is of that size in that function; `function` may be NULL,
/// and is then any.
bool asSizeRangeIsOf(const AsSizeRange *range, const char *function,
                     const char *name);

#endif // AS_SUPPORT_SIZE_RANGES_H
