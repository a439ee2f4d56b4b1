//===- clock-drift.h - Correcting times for drift of the clock
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The speed of a machine drifts: clocks change, and other processes use shared
// caches and memory, for seconds on end and by a factor of two. So each
// candidate of a task is timed beside an earlier one, the drift reference,
// batch by batch. The ratio of their lower quartiles does not depend on the
// speed of the machine. The seconds of a trial are that ratio times the seconds
// of the drift reference at the highest speed seen so far, so candidates
// compare whenever they were measured.
//
// The drift reference stays the same until a candidate is twice as fast. If
// each new best became the drift reference, errors would add up: the best is
// often the one that was measured at a lucky moment.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_CLOCK_DRIFT_H
#define AS_SEARCH_CLOCK_DRIFT_H

#include "search/tuner.h"

/// If the drift reference ran faster beside `result` than ever before, scales
/// all earlier seconds of the task to the new speed. Returns the factor, 1 if
/// nothing changed.
double asDriftNote(AsTuneTask *task, const AsRunnerResult *result);

/// The seconds of one run at the highest speed; 0 if nothing was timed.
double asDriftSeconds(const AsTuneTask *task, const AsRunnerResult *result);

/// The best known seconds over those of the drift reference; 0 without one.
double asDriftRatio(const AsTuneTask *task);

/// What to time candidates beside. Empty if there is no drift reference yet, or
/// if it takes too long to run.
typedef struct AsDriftReference {
  const void *object;
  size_t length;
  double seconds; ///< Of a run, at the highest speed.
} AsDriftReference;

AsDriftReference asDriftReference(const AsTuneTask *task);

/// The seconds after which a first run is stopped because the candidate is
/// certainly slower than what is known. 0 if the program is so short that
/// stopping saves nothing.
double asDriftRunLimit(const AsTuneTask *task);

/// Makes the trial the drift reference if there is none, or if that is twice as
/// slow; `seconds` is the candidate's measured time. Takes *object then, and
/// leaves an empty text.
void asDriftOffer(AsTuneTask *task, int trial, double seconds, AsText *object);

/// Drops the drift reference until the next offer: it computed something wrong.
void asDriftForget(AsTuneTask *task);

#endif // AS_SEARCH_CLOCK_DRIFT_H
