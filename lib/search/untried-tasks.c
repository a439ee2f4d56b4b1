//===- untried-tasks.c - Tasks that got no trial
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Without any trial, or where the run was ended before a task's turn, the
// estimate alone has to choose. It goes by the analytical prior and not by what
// was learned in this run, so that the next run, which knows the same records,
// chooses the same; for that reason nothing of it is stored either. The choice
// is built here already: one that cannot be leaves the place to the next.
//
//===----------------------------------------------------------------------===//

#include "search/tuner-state.h"
#include "support/arena.h"
#include <stdlib.h>

/// Of choices that cannot be built, after which a task is left alone.
static const int maxAttempts = 4;

static bool applies(const AsTuner *tuner) {
  const AsOptions *options = tuner->given.options;
  return options->untried == AS_UNTRIED_ESTIMATED && !tuner->given.batch &&
         options->stopAfter >= AS_PHASE_SEARCH;
}

/// Whether nothing was tried of the task; what could not be measured, or always
/// failed, is not to be trusted with an estimate.
static bool isUntried(const AsTuneTask *task) {
  return task->numTrials == 0 && task->numSketches > 0 && !task->isUnmeasurable;
}

static void pushBest(AsTuner *tuner, int t, AsCostScorer *scorer) {
  AsTuneTask *task = &tuner->tasks[t];
  AsEvolution evolution = asTunerEvolution(task, scorer);
  AsRandom random = {.state = (uint64_t)tuner->given.options->seed};
  AsCandidate best;
  if (asEvolve(&evolution, &random, 1, &best) < 1)
    return;
  asPipelinePush(tuner, t, asTaskHistoryAdd(&task->history, &best));
}

static AsStatus chooseAll(AsTuner *tuner, const bool *untried,
                          AsCostScorer *scorer, AsError *error) {
  AsStatus status = AS_OK;
  // One that comes meanwhile ends the choice as well.
  const atomic_bool *interrupted = tuner->given.interrupted;
  bool before = *interrupted;
  for (int attempt = 0; attempt < maxAttempts && !status; attempt++) {
    for (int t = 0; t < tuner->numTasks && *interrupted == before; t++)
      if (untried[t] && tuner->tasks[t].bestSeconds == 0)
        pushBest(tuner, t, scorer);
    while (!status && asPipelineLoad(tuner) && *interrupted == before)
      status = asPipelineStep(tuner, error);
  }
  return status;
}

/// What an interrupted search had begun is the best by the estimate, too, and
/// may be chosen again.
static void dropStarted(AsTuner *tuner, const bool *untried) {
  if (!*tuner->given.interrupted)
    return;
  asPipelineClose(tuner);
  for (int t = 0; t < tuner->numTasks; t++) {
    tuner->tasks[t].numInFlight = 0;
    if (untried[t])
      asTaskHistoryFree(&tuner->tasks[t].history);
  }
}

AsStatus asUntriedEstimate(AsTuner *tuner, AsError *error) {
  bool *untried = asAlloc((size_t)tuner->numTasks + 1);
  int count = 0;
  for (int t = 0; t < tuner->numTasks; t++)
    count += untried[t] = isUntried(&tuner->tasks[t]);
  AsStatus status = AS_OK;
  if (count && applies(tuner)) {
    tuner->given.keepsNothing = tuner->isStatic = tuner->isOver = true;
    tuner->phase = AS_TUNE_SEARCH;
    dropStarted(tuner, untried);
    AsCostScorer *scorer = NULL;
    status = asCostScorerCreate(tuner->given.target,
                                (uint64_t)tuner->given.options->seed, &scorer,
                                error);
    if (!status && !tuner->builder) {
      tuner->buildOnly = true;
      status = asPipelineOpen(tuner, error);
    }
    if (!status)
      status = chooseAll(tuner, untried, scorer, error);
    asCostScorerDestroy(scorer);
  }
  free(untried);
  return status;
}
