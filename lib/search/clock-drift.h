//===- clock-drift.h - Taking the pace of the machine out of times
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A machine is not equally fast at all times: clocks change, and neighbours use
// what is shared, for seconds on end and by a factor of two. So each candidate
// of a task is timed beside an earlier one, the drift reference, batch by
// batch; the ratio of their lower quartiles holds at any pace. The seconds of a
// trial are that ratio times the seconds of the drift reference at the best
// pace that was seen, and so candidates compare whenever they were measured.
//
// The drift reference stays the same while it is not much too slow. Were it
// always the best so far, each new one would be the luckiest of its time, and
// errors would add up.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_CLOCK_DRIFT_H
#define AS_SEARCH_CLOCK_DRIFT_H

#include "search/tuner.h"

/// Where the drift reference was faster than ever beside `result`, brings all
/// earlier seconds of the task to the new pace. Returns the factor, 1 where
/// they stay.
double asDriftNote(AsTuneTask *task, const AsRunnerResult *result);

/// The seconds of one run at the best pace; 0 where nothing was timed.
double asDriftSeconds(const AsTuneTask *task, const AsRunnerResult *result);

/// Of the best known seconds to those of the drift reference; 0 without one.
double asDriftRatio(const AsTuneTask *task);

/// What to time candidates beside: nothing, where there is none yet, or where a
/// run of it would take long.
typedef struct AsDriftReference {
  const void *object;
  size_t length;
  double seconds; ///< Of a run, at the best pace.
} AsDriftReference;

AsDriftReference asDriftReference(const AsTuneTask *task);

/// The time after which a first run need not go on, as it tells that the
/// candidate is no match for what is known; 0 where that is short, and no time
/// is lost.
double asDriftRunLimit(const AsTuneTask *task);

/// Makes the trial the drift reference if there is none or a slow one;
/// `seconds` is what the clock said. Takes *object then, and leaves an empty
/// text.
void asDriftOffer(AsTuneTask *task, int trial, double seconds, AsText *object);

/// There is no drift reference until the next offer: it turned out to be none.
void asDriftForget(AsTuneTask *task);

#endif // AS_SEARCH_CLOCK_DRIFT_H
