//===- gains.h - What a candidate gains over the median one
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_GAINS_H
#define AS_VIEW_GAINS_H

#include "view/map/map.h"

/// Writes the gains of the `count` trials with these numbers: log2 of the ratio
/// to the median, NaN where there is none. `gains` has AS_NUM_GAINS for each.
void asGainsCompute(const AsView *view, const int *trials, int count,
                    double *gains);

#endif // AS_VIEW_GAINS_H
