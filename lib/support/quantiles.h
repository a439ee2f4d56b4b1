//===- quantiles.h - What there is to say of some numbers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times of one thing differ from run to run, and so does the ratio of the times
// of two. Both are told as the extremes and the quartiles.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_QUANTILES_H
#define AS_SUPPORT_QUANTILES_H

typedef struct AsQuantiles {
  double least, quarter, median, threeQuarters, most;
} AsQuantiles;

/// `count` > 0.
AsQuantiles asSpreadOf(const double *values, int count);

/// Of values[i] / others[i]: numbers that belong together pair by pair, as the
/// times of one round do, are compared in pairs. `count` > 0.
AsQuantiles asSpreadOfRatios(const double *values, const double *others,
                             int count);

#endif // AS_SUPPORT_QUANTILES_H
