//===- signed-rank.h - Whether paired differences are by chance
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Wilcoxon's signed-rank test ("Individual comparisons by ranking methods",
// 1945), and Holm's correction for many tests ("A simple sequentially rejective
// multiple test procedure", 1979).
//
//   differences  1  2  3  4  -5: ranks 1 2 3 4 5, of the negative ones 5
//   p = 2 * P(rank sum <= 5) = 2 * 10 / 32
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_SIGNED_RANK_H
#define AS_VIEW_SIGNED_RANK_H

/// How likely it is that differences that are as often positive as negative
/// are as one-sided as these, or more so. Differences of 0 do not count. Exact
/// for up to 60 of them, ties among them too; else by the normal distribution.
double asSignedRankP(const double *differences, int count);

/// Writes to `adjusted` how likely it is that any of `count` tests without an
/// effect gives a p as small as each of these.
void asHolmAdjust(const double *p, int count, double *adjusted);

#endif // AS_VIEW_SIGNED_RANK_H
