//===- ranks.h - Statistics of orders
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_RANKS_H
#define AS_BENCH_RANKS_H

/// Kendall's tau-b of two scores of the same things: 1 if both put them in the
/// same order, -1 if in the opposite one, about 0 if one knows nothing of the
/// other. 0 where one is constant.
double asKendallTau(const double *left, const double *right, int count);

/// How many of `total` things must be drawn by chance, without replacement, for
/// one of the `good` ones to be among them in half of all cases. That is the
/// median over all orders in which they can be drawn, exactly. 0 where none is
/// good.
int asDrawsToMeet(int total, int good);

#endif // AS_BENCH_RANKS_H
