//===- ranks.h - Statistics of orders
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_RANKS_H
#define AS_BENCH_RANKS_H

#include "support/kendall-tau.h"

/// How many of `total` things must be drawn by chance, without replacement, for
/// one of the `good` ones to be among them in half of all cases. That is the
/// median over all orders in which they can be drawn, exactly. 0 where none is
/// good.
int asDrawsToMeet(int total, int good);

#endif // AS_BENCH_RANKS_H
