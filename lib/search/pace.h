//===- search/pace.h - Taking the pace of the machine out of times
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A machine is not equally fast at all times: clocks change, and neighbours use
// what is shared, for seconds on end and by a factor of two. So each candidate
// of a task is timed beside the best program so far, the pacer, batch by batch;
// their ratio holds at any pace. The seconds of a trial are that ratio times
// the seconds of the pacer at the best pace that was seen, and so candidates
// compare whenever they were measured.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_PACE_H
#define AS_SEARCH_PACE_H

#include "search/tuner.h"

/// Where the pacer was faster than ever beside `result`, brings all earlier
/// seconds of the task to the new pace.
void asPaceNote(AsTuneTask *task, const AsRunnerResult *result);

/// The seconds of one run at the best pace; 0 where nothing was timed.
double asPaceSeconds(const AsTuneTask *task, const AsRunnerResult *result);

/// Makes the trial the pacer if it is the best of the task. Takes *object then,
/// and leaves an empty text.
void asPaceOffer(AsTuneTask *task, int trial, AsText *object);

/// There is no pacer until the next offer: it turned out to be none.
void asPaceForget(AsTuneTask *task);

#endif // AS_SEARCH_PACE_H
