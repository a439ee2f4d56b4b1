//===- widening-limits.h - When quantised weights are widened once
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop that would widen the same integers in each iteration reads them from
// an array that is filled before it, if it does so often and the array stays in
// a cache. Lowering does this (lowering/vector/widen-once.c), and the cost
// model knows about it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TARGET_WIDENING_LIMITS_H
#define AS_TARGET_WIDENING_LIMITS_H

enum {
  AS_WIDEN_FEWEST_TIMES = 4,      ///< Storing and loading takes as long.
  AS_WIDEN_MOST_BYTES = 512 << 10 ///< Half of a second cache.
};

#endif // AS_TARGET_WIDENING_LIMITS_H
