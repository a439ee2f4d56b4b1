//===- timing-statistics.h - One number from several timed runs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns the times of several runs into one number. Times of different moments
// do not compare, since the speed of a machine drifts; the ratio to a drift
// reference, which is timed beside each program, does.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_TIMING_STATISTICS_H
#define AS_MEASURE_TIMING_STATISTICS_H

#include "measure/runner.h"

/// The largest drift: a machine shared by two is not slower than this. A drift
/// reference that is was unlucky with the moments at which it ran.
#define AS_MOST_DRIFT 2.5

/// The lower quartile of timed runs of the same code. Disturbances make a run
/// slower, never faster, so the fast end repeats better than the middle; the
/// minimum alone depends on luck.
double asTimesStatistic(const double *times, size_t count);

/// The standard error of asTimesStatistic, as a part of it; 0 for fewer than
/// four runs, of which none can be told. Like the statistic it goes by the fast
/// half of the runs. Of normal times, lower quartile and median are 0.6745
/// deviations apart, and the quartile of n has an error of 1.36 deviations over
/// the root of n.
double asTimesRelativeError(const double *times, size_t count);

/// Seconds of one run at the speed at which the drift reference takes
/// `driftReferenceSeconds`; the measured time without a drift reference; 0 if
/// nothing was timed.
double asTimesAtPace(const AsRunnerResult *result,
                     double driftReferenceSeconds);

/// Appends the times of `more`, a later measurement of the same code, to those
/// of *all, and adds up the wall times; everything else becomes that of `more`.
void asTimesJoin(AsRunnerResult *all, const AsRunnerResult *more);

/// Candidates slower than the best by up to this factor may still be the best,
/// until they have been measured beside it.
#define AS_RIVAL_FACTOR 1.15

#endif // AS_MEASURE_TIMING_STATISTICS_H
