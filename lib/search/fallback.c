//===- search/fallback.c - What ran before the search
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where there is time for a trial or two of what takes long, all of them may be
// slower than what ran before: the unscheduled program, or the reference, which
// is a loop nest in another order. That gets a trial then, beyond the budget:
// how long it takes is known, and nobody wants code that is slower than it was.
//
//===----------------------------------------------------------------------===//

#include "search/state.h"
#include <math.h>

/// Less is within what times of single runs differ by.
static const double slower = 1.1;
/// Of shorter programs there are trials enough.
static const double shortRun = 1e-3;

/// What ran faster than all trials, and is none of them.
static bool findFaster(const AsTuner *tuner, const AsTuneTask *task,
                       AsCandidate *faster) {
  bool isStockKnown = task->baselineSeconds > 0 && !task->baselineIsBound;
  double known = isStockKnown ? task->baselineSeconds : task->referenceSeconds;
  double best = task->bestSeconds > 0 ? task->bestSeconds : INFINITY;
  if (!task->isReady || task->numTrials == 0 || known < shortRun ||
      best < slower * known)
    return false;
  return (isStockKnown ? asReferencePlain(task, faster)
                       : asReferenceChoose(tuner, task, faster)) &&
         asHistoryFind(&task->history, faster) < 0;
}

AsStatus asFallbackMeasure(AsTuner *tuner, AsError *error) {
  for (int t = 0; t < tuner->numTasks && !tuner->given.target->gpu; t++) {
    AsTuneTask *task = &tuner->tasks[t];
    AsCandidate faster = {0};
    if (!findFaster(tuner, task, &faster))
      continue;
    tuner->total++;
    asPipelinePush(tuner, t, asHistoryAdd(&task->history, &faster));
  }
  AsStatus status = AS_OK;
  while (!status && asPipelineLoad(tuner) && !*tuner->given.interrupted)
    status = asPipelineStep(tuner, error);
  return status ? status : asPipelineDrain(tuner, error);
}
