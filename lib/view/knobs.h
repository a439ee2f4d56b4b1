//===- knobs.h - Which knobs matter
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much of the differences in latency the value of one knob explains: the
// share of the variance of log seconds that is between its values, and not
// within them, less what as many random groups would explain (epsilon squared;
// Kelley 1935). 1 is all of it, 0 nothing.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_KNOBS_H
#define AS_VIEW_KNOBS_H

#include "view/view.h"

/// The share that `count` values explain, by the number of the group that each
/// is in, below `numGroups`; NaN where there is nothing to explain, or too few
/// values to tell.
double asShareExplained(const double *values, const int *group, int count,
                        int numGroups);

/// Appends [{"sketch":2,"trials":31,"least":1e-4,"most":3e-4,
/// "shares":[0.4,null]},...]: of each sketch of which trials of the task have a
/// time, what the colours of these span, and the shares by knob.
void asKnobsAppendJson(const AsView *view, const AsViewTask *task,
                       AsText *text);

/// The largest share that a knob of the sketch explains, and its name; NaN
/// where nothing is known of any.
double asKnobsLargest(const AsView *view, const AsViewTask *task, int sketch,
                      AsText *name);

#endif // AS_VIEW_KNOBS_H
