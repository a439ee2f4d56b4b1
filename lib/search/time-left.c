//===- time-left.c - How much of the search's time is left
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With a time limit, the search ends early enough to measure the best again
// (remeasure-best.c) before it: a winner that was measured once is often only
// the luckiest. How long that takes is told by the trials so far. It gets a
// part of the time at most; what it then leaves out are the tasks that matter
// least. Another part is for building the schedules of tasks without a trial.
//
//===----------------------------------------------------------------------===//

#include "search/tuner-state.h"
#include "support/memory-reserve.h"
#include <math.h>

/// The largest part of the time limit that is left for that.
static const double largestPart = 0.2;
/// And the largest for building what is estimated.
static const double largestUntried = 0.4;

double asTunerSecondsAgain(double trialSeconds) {
  static const double trials = 10, most = 3;
  return fmin(trials * trialSeconds, most);
}

double asTunerTimeLeft(const AsTuner *tuner) {
  double limit = tuner->given.options->timeLimit;
  return limit > 0 ? limit - asTunerSeconds(tuner) : INFINITY;
}

/// Seconds to measure the best of each task again.
static double timeForBest(const AsTuner *tuner) {
  int numSearched = 0;
  for (int t = 0; t < tuner->numTasks; t++)
    numSearched += tuner->tasks[t].isReady && tuner->tasks[t].bestSeconds > 0;
  double trial = tuner->numNew > 0 ? tuner->times.measure / tuner->numNew : 0;
  return fmin(numSearched * asTunerSecondsAgain(trial),
              largestPart * tuner->given.options->timeLimit);
}

/// Seconds to build what the estimate chooses for tasks without a trial
/// (untried-tasks.c).
static double timeForUntried(const AsTuner *tuner) {
  const AsOptions *options = tuner->given.options;
  int numUntried = 0;
  for (int t = 0; t < tuner->numTasks; t++)
    numUntried += asTunerIsUntried(&tuner->tasks[t]);
  int workers = asPipelineNumWorkers(tuner);
  return options->untried == AS_UNTRIED_ESTIMATED && tuner->times.numBuilt > 0
             ? numUntried * tuner->times.build / tuner->times.numBuilt /
                   (double)(workers > 0 ? workers : 1)
             : 0;
}

bool asTunerIsOver(const AsTuner *tuner) {
  return *tuner->given.interrupted || asMemoryIsShort() ||
         asTunerTimeLeft(tuner) <= 0;
}

bool asTunerMustStop(const AsTuner *tuner) {
  double limit = tuner->given.options->timeLimit;
  return asTunerIsOver(tuner) ||
         (limit > 0 && asTunerTimeLeft(tuner) <=
                           timeForBest(tuner) + fmin(timeForUntried(tuner),
                                                     largestUntried * limit));
}
