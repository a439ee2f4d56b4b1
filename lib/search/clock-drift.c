//===- search/clock-drift.c - Taking the pace of the machine out of times
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

/// Less than this is chance.
static const double betterPace = 0.98;
/// A pacer so much slower than another program costs more time than it should.
static const double slowPacer = 2;
/// A candidate that may be so much slower than the best is not worth its time,
/// nor one so much slower than the reference.
static const double closeFactor = 1.3;
/// What takes no longer than this, in seconds, may run to its end.
static const double shortRun = 0.02;
/// No pacer runs longer, in seconds.
static const double longestPacer = 4;
static const double leastLimit = 1;

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
  return task->history.trials[task->pacerTrial].seconds;
}

double asPaceNote(AsTuneTask *task, const AsRunnerResult *result) {
  if (!result->isPaced || !result->numTimes)
    return 1;
  double pace = asTimesStatistic(result->paces, (size_t)result->numTimes);
  if (!(pace < betterPace * paceOf(task)))
    return 1;
  double factor = pace / paceOf(task);
  rescale(task, factor);
  return factor;
}

double asPaceSeconds(const AsTuneTask *task, const AsRunnerResult *result) {
  return asTimesAtPace(result, result->isPaced ? paceOf(task) : 0);
}

/// Whether a run of the pacer costs more than it tells: over so many seconds
/// the pace evens out.
static bool isSlow(const AsTuneTask *task) {
  return paceOf(task) > longestPacer;
}

AsPacer asPacePacer(const AsTuneTask *task) {
  if (!task->pacer.length || isSlow(task))
    return (AsPacer){0};
  return (AsPacer){task->pacer.data, task->pacer.length, paceOf(task)};
}

double asPaceRunLimit(const AsTuneTask *task) {
  double known =
      task->bestSeconds > 0 ? task->bestSeconds : task->referenceSeconds;
  return known > shortRun
             ? fmax(AS_MOST_DRIFT * closeFactor * known, leastLimit)
             : 0;
}

double asPaceRatio(const AsTuneTask *task) {
  return task->pacer.length ? task->bestSeconds / paceOf(task) : 0;
}

void asPaceOffer(AsTuneTask *task, int trial, double seconds, AsText *object) {
  if (task->history.trials[trial].outcome != AS_OUTCOME_OK || !object->length ||
      (task->pacer.length && paceOf(task) < slowPacer * seconds))
    return;
  asTextFree(&task->pacer);
  task->pacer = *object;
  task->pacerTrial = trial;
  *object = (AsText){0};
}

void asPaceForget(AsTuneTask *task) { asTextFree(&task->pacer); }
