//===- search/pace.c - Taking the pace of the machine out of times
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See pace.h.
//
//===----------------------------------------------------------------------===//

#include "search/pace.h"
#include "support/arena.h"
#include <stdlib.h>

/// Less than this is chance.
static const double betterPace = 0.98;

static int ascending(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

/// Of the pairs of times: each pair saw the same pace.
static double medianRatio(const AsRunnerResult *result) {
  double ratios[AS_MAX_TIMES];
  int count = result->numTimes;
  for (int i = 0; i < count; i++)
    ratios[i] = result->times[i] / result->paces[i];
  qsort(ratios, (size_t)count, sizeof *ratios, ascending);
  return (ratios[(count - 1) / 2] + ratios[count / 2]) / 2;
}

static void rescale(AsTuneTask *task, double factor) {
  for (int t = 0; t < task->history.numTrials; t++)
    task->history.trials[t].seconds *= factor;
  task->bestSeconds *= factor;
  task->baselineSeconds *= factor;
}

static double paceOf(const AsTuneTask *task) {
  return task->history.trials[task->pacerTrial].seconds;
}

void asPaceNote(AsTuneTask *task, const AsRunnerResult *result) {
  if (!result->isPaced || !result->numTimes)
    return;
  double pace = asTimesStatistic(result->paces, (size_t)result->numTimes);
  if (pace < betterPace * paceOf(task))
    rescale(task, pace / paceOf(task));
}

double asPaceSeconds(const AsTuneTask *task, const AsRunnerResult *result) {
  if (!result->isPaced || !result->numTimes)
    return asTimesStatistic(result->times, (size_t)result->numTimes);
  return medianRatio(result) * paceOf(task);
}

void asPaceOffer(AsTuneTask *task, int trial, AsText *object) {
  if (trial != asHistoryBest(&task->history))
    return;
  asTextFree(&task->pacer);
  task->pacer = *object;
  task->pacerTrial = trial;
  *object = (AsText){0};
}

void asPaceForget(AsTuneTask *task) { asTextFree(&task->pacer); }
