//===- clock-drift.c - Correcting times for drift of the clock
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See clock-drift.h.
//
//===----------------------------------------------------------------------===//

#include "search/clock-drift.h"
#include "measure/timing-statistics.h"
#include <math.h>

/// A smaller gain than this is noise.
static const double betterPace = 0.98;
/// A drift reference this many times slower than another program costs too much
/// time and is replaced.
static const double slowDriftReference = 2;
/// A first run is stopped once the candidate is this many times slower than the
/// best, or than the reference, even if the clock drifts by the most.
static const double closeFactor = 1.3;
/// A slower drift reference, in seconds, is not run beside candidates.
static const double longestDriftReference = 4;
/// No run is stopped before it has taken so many seconds: it may have waited.
/// Where the best is known, runs that are farFactor times slower may be.
static const double leastLimit = 1, leastLimitOfBest = 0.2, farFactor = 20;

static void rescale(AsTuneTask *task, double factor) {
  for (int t = 0; t < task->history.numTrials; t++)
    task->history.trials[t].seconds *= factor;
  task->bestSeconds *= factor;
  task->bestBefore *= factor;
  for (size_t g = 0; g < sizeof task->gains / sizeof *task->gains; g++)
    task->gains[g] *= factor;
  task->baselineSeconds *= factor;
}

static double paceOf(const AsTuneTask *task) {
  return task->history.trials[task->driftReferenceTrial].seconds;
}

double asDriftNote(AsTuneTask *task, const AsRunnerResult *result) {
  if (!result->isPaced || !result->numTimes)
    return 1;
  double pace = asTimesStatistic(result->paces, (size_t)result->numTimes);
  if (!(pace < betterPace * paceOf(task)))
    return 1;
  double factor = pace / paceOf(task);
  rescale(task, factor);
  return factor;
}

double asDriftSeconds(const AsTuneTask *task, const AsRunnerResult *result) {
  return asTimesAtPace(result, result->isPaced ? paceOf(task) : 0);
}

/// Whether the drift reference takes too long to be run beside candidates. Over
/// so many seconds the machine's speed averages out anyway.
static bool isSlow(const AsTuneTask *task) {
  return paceOf(task) > longestDriftReference;
}

AsDriftReference asDriftReference(const AsTuneTask *task) {
  if (!task->driftReference.length || isSlow(task))
    return (AsDriftReference){0};
  return (AsDriftReference){task->driftReference.data,
                            task->driftReference.length, paceOf(task)};
}

double asDriftRunLimit(const AsTuneTask *task) {
  double best = task->bestSeconds;
  double known = best > 0 ? best : task->referenceSeconds;
  double least = best > 0
                     ? fmin(leastLimitOfBest + farFactor * best, leastLimit)
                     : leastLimit;
  return known > 0 ? fmax(AS_MOST_DRIFT * closeFactor * known, least) : 0;
}

double asDriftRatio(const AsTuneTask *task) {
  return task->driftReference.length ? task->bestSeconds / paceOf(task) : 0;
}

void asDriftOffer(AsTuneTask *task, int trial, double seconds, AsText *object) {
  if (task->history.trials[trial].outcome != AS_OUTCOME_OK || !object->length ||
      (task->driftReference.length &&
       paceOf(task) < slowDriftReference * seconds))
    return;
  asTextFree(&task->driftReference);
  task->driftReference = *object;
  task->driftReferenceTrial = trial;
  *object = (AsText){0};
}

void asDriftForget(AsTuneTask *task) { asTextFree(&task->driftReference); }
