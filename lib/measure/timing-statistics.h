//===- timing-statistics.h - What timed runs come to
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times of different moments do not compare, as machines change their pace; the
// ratio to a drift reference, which is timed beside each program, does.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_TIMING_STATISTICS_H
#define AS_MEASURE_TIMING_STATISTICS_H

#include "measure/runner.h"

/// A machine shared by two is not slower than this; a drift reference that is
/// was unlucky with the moments at which it ran.
#define AS_MOST_DRIFT 2.5

/// One number for some timed runs of the same code: the lower quartile. What
/// disturbs a run makes it slower, never faster, so that the fast end repeats
/// better than the middle; the minimum alone is a matter of luck.
double asTimesStatistic(const double *times, size_t count);

/// Seconds of one run at a pace at which the drift reference takes
/// `driftReferenceSeconds`; what the clock said where there was no drift
/// reference, and 0 where nothing was timed.
double asTimesAtPace(const AsRunnerResult *result,
                     double driftReferenceSeconds);

/// Adds the times of `more` behind those of *all, which is all else that `more`
/// is: a later measurement of the same.
void asTimesJoin(AsRunnerResult *all, const AsRunnerResult *more);

/// Candidates that are slower than the best by no more than this are in doubt,
/// until they have been measured beside it.
#define AS_RIVAL_FACTOR 1.15

#endif // AS_MEASURE_TIMING_STATISTICS_H
