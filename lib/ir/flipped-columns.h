//===- flipped-columns.h - When bytes are flipped and corrected once
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowering copies a factor of bytes once where that takes less time than to
// flip it each time that it is read (lowering/vector/flip-columns.c), and
// computes corrections once for all rows (lowering/vector/hoist-corrections.c).
// The estimate has to know.
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_FLIPPED_COLUMNS_H
#define AS_IR_FLIPPED_COLUMNS_H

#include <stdbool.h>
#include <stdint.h>

/// Whether an argument of so many bytes, of which a call reads so many, each
/// time counted, is copied. `isShared`: threads wait for the copy. Larger ones
/// do not stay in a cache, and take other threads longer to read than to flip.
static inline bool asIsFlippedOnce(int64_t bytes, double bytesRead,
                                   bool isShared) {
  enum {
    mostBytes = 128 << 10,
    mostShared = 32 << 10,
    leastReads = 2,
    leastShared = 8,
  };
  return bytes <= (isShared ? mostShared : mostBytes) &&
         bytesRead >= (isShared ? leastShared : leastReads) * (double)bytes;
}

/// Whether corrections of dot products, which so many tiles of rows share, are
/// computed before these. `areGrouped`: fours of the operand are put together
/// for that once more, which takes longer than the product.
static inline bool asAreHoisted(int64_t tiles, bool areGrouped) {
  enum { least = 4, leastGrouped = 24 };
  return tiles >= (areGrouped ? leastGrouped : least);
}

#endif // AS_IR_FLIPPED_COLUMNS_H
