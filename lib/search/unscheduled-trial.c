//===- unscheduled-trial.c - What ran before the search
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where there is time for a trial or two of what takes long, all of them may be
// slower than what ran before: the unscheduled program, or the reference, which
// is a loop nest in another order. What is or may be faster gets a trial then,
// beyond the budget: nobody wants code that is slower than it was.
//
//===----------------------------------------------------------------------===//

#include "search/tuner-state.h"
#include <math.h>

/// Less is within what times of single runs differ by.
static const double slower = 1.1;
/// Of shorter programs there are trials enough.
static const double shortRun = 1e-3;

/// Whether the unscheduled program is faster, as far as is known of what was
/// not timed to its end. It is stopped where it is not.
static bool isStockFaster(const AsTuneTask *task, double best) {
  double known = task->baselineSeconds;
  return known > shortRun &&
         (task->baselineIsBound ? known : slower * known) < best;
}

/// Nothing is in flight any more: a trial that looks so was dropped.
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
  if (!task->isReady || task->numTrials == 0)
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
