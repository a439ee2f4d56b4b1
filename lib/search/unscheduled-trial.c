//===- unscheduled-trial.c - A trial of the program before the search
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All trials may be slower than the code before the search: the unscheduled
// program, or the reference, which is a loop nest in another order. If one of
// these is or may be faster, it gets a trial beyond the budget, so that tuning
// does not make code slower.
//
//===----------------------------------------------------------------------===//

#include "search/tuner-state.h"
#include <math.h>

/// Single runs of references differ by up to this factor.
static const double slower = 1.1;
/// Nests shorter than this, in seconds, have trials enough.
static const double shortRun = 1e-3;

/// Whether the unscheduled program is faster, as far as is known if it was not
/// timed to its end. Its trial is stopped early if it is not.
static bool isStockFaster(const AsTuneTask *task, double best) {
  return task->baselineSeconds > 0 && task->baselineSeconds < best;
}

/// Queues the candidate. Nothing is in flight any more, so a trial that seems
/// to be was dropped before it was measured.
static void tryAsWell(AsTuner *tuner, int t, const AsCandidate *candidate) {
  AsTaskHistory *history = &tuner->tasks[t].history;
  int trial = asTaskHistoryFind(history, candidate);
  if (trial < 0)
    trial = asTaskHistoryAdd(history, candidate);
  if (history->trials[trial].outcome != AS_OUTCOME_BUILT)
    return;
  tuner->total++;
  asPipelinePush(tuner, t, trial);
}

static void tryBefore(AsTuner *tuner, int t) {
  AsTuneTask *task = &tuner->tasks[t];
  double best = task->bestSeconds > 0 ? task->bestSeconds : INFINITY;
  AsCandidate before = {0};
  if (!task->isReady || task->numTrials == 0 || asTunerIsUntried(task))
    return;
  if (isStockFaster(task, best) && asReferencePlain(task, &before))
    tryAsWell(tuner, t, &before);
  if (task->referenceSeconds > shortRun &&
      slower * task->referenceSeconds < best &&
      asReferenceChoose(tuner, task, &before))
    tryAsWell(tuner, t, &before);
}

AsStatus asTryUnscheduled(AsTuner *tuner, AsError *error) {
  for (int t = 0; t < tuner->numTasks && !tuner->given.target->gpu; t++)
    tryBefore(tuner, t);
  AsStatus status = AS_OK;
  while (!status && asPipelineLoad(tuner) && !*tuner->given.interrupted)
    status = asPipelineStep(tuner, error);
  return status ? status : asPipelineDrain(tuner, error);
}
