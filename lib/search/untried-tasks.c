//===- untried-tasks.c - Schedules for tasks without trials
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses a schedule by the estimate for tasks without trials: with a budget of
// zero, or if the run ended before their turn. It uses the analytical prior
// alone and not what this run learned, and stores nothing, so that the next
// run, which reads the same records, chooses the same. The choice is built
// here: if it does not build, the next best is taken. Where the unscheduled
// program was timed, and the choice is estimated to be slower, the task stays
// unscheduled.
//
// The tiles of a dynamic size differ in extents only. What was chosen for one
// is where the search begins for the next, which then takes a part of the time.
// Those with the most arithmetic come first. Code is generated for one of them
// with each sketch: that scripts apply, and vectors are found, depends on
// extents, and that LLVM takes the result, in some time, on the program.
//
//===----------------------------------------------------------------------===//

#include "search/similar-points.h"
#include "search/tuner-state.h"
#include "support/arena.h"
#include <stdlib.h>

/// After this many choices that do not build, a task is left alone.
static const int maxAttempts = 4;

bool asTunerIsUntried(const AsTuneTask *task) {
  bool isKilled = false;
  for (int t = 0; t < task->history.numTrials && task->numTrials; t++) {
    AsOutcome outcome = task->history.trials[t].outcome;
    if (outcome != AS_OUTCOME_BUILT && outcome != AS_OUTCOME_KILLED)
      return false;
    isKilled |= outcome == AS_OUTCOME_KILLED;
  }
  return (task->numTrials == 0 || isKilled) && task->numSketches > 0 &&
         !task->isUnmeasurable;
}

static bool applies(const AsTuner *tuner) {
  const AsOptions *options = tuner->given.options;
  return options->untried == AS_UNTRIED_ESTIMATED && !tuner->given.batch &&
         options->stopAfter >= AS_PHASE_SEARCH;
}

/// Whether the unscheduled program was faster than the estimate of `best`.
static bool isStockFaster(const AsTuneTask *task, AsCostScorer *scorer,
                          const AsCandidate *best) {
  return task->baselineSeconds > 0 && !task->baselineIsBound &&
         task->baselineSeconds < asCostEstimate(scorer,
                                                &task->sketches[best->sketch],
                                                &best->point);
}

static void pushBest(AsTuner *tuner, int t, AsCostScorer *scorer) {
  AsTuneTask *task = &tuner->tasks[t];
  AsSearchSpace space = asTunerSpace(task, scorer);
  AsRandom random = {.state = (uint64_t)tuner->given.options->seed};
  AsCandidate best, plain, seeds[AS_MAX_SEEDS];
  int numSeeds = asSimilarPoints(tuner->tasks, tuner->numTasks, t, seeds);
  asSearchNearSeeds(&space, seeds, numSeeds);
  if (asEvolve(&space, &random, 1, &best) < 1)
    return;
  if (isStockFaster(task, scorer, &best) && asReferencePlain(task, &plain) &&
      asTaskHistoryFind(&task->history, &plain) < 0)
    best = plain;
  bool isLike = false;
  for (int s = 0; s < numSeeds && !tuner->given.target->gpu; s++)
    isLike |= seeds[s].sketch == best.sketch;
  (isLike ? asPipelinePushLowered
          : asPipelinePush)(tuner, t, asTaskHistoryAdd(&task->history, &best));
}

typedef struct Turn {
  int task;
  double flops;
} Turn;

static int mostArithmeticFirst(const void *left, const void *right) {
  const Turn *a = left, *b = right;
  if (a->flops != b->flops)
    return a->flops > b->flops ? -1 : 1;
  return a->task - b->task;
}

/// The tasks without trials, in the order in which they have their turn.
static Turn *turnsOf(const AsTuner *tuner, const bool *untried, int *count) {
  Turn *turns = asAlloc(sizeof *turns * (size_t)(tuner->numTasks + 1));
  *count = 0;
  for (int t = 0; t < tuner->numTasks; t++)
    if (untried[t])
      turns[(*count)++] = (Turn){t, tuner->tasks[t].flops};
  qsort(turns, (size_t)*count, sizeof *turns, mostArithmeticFirst);
  return turns;
}

static AsStatus chooseAll(AsTuner *tuner, const bool *untried,
                          AsCostScorer *scorer, AsError *error) {
  AsStatus status = AS_OK;
  // An interrupt that comes now ends this as well.
  const atomic_bool *interrupted = tuner->given.interrupted;
  bool before = *interrupted;
  int count;
  Turn *turns = turnsOf(tuner, untried, &count);
  for (int attempt = 0; attempt < maxAttempts && !status; attempt++) {
    for (int i = 0; i < count && *interrupted == before; i++)
      if (tuner->tasks[turns[i].task].bestSeconds == 0)
        pushBest(tuner, turns[i].task, scorer);
    while (!status && asPipelineLoad(tuner) && *interrupted == before)
      status = asPipelineStep(tuner, error);
  }
  free(turns);
  return status;
}

/// Ends the search's pipeline, and drops the trials that a search had started
/// which was interrupted, or ran out of time: the best by the estimate may be
/// among them and must be free to be chosen. What is built then takes no
/// leases.
static void dropStarted(AsTuner *tuner, const bool *untried) {
  asPipelineClose(tuner);
  for (int t = 0; t < tuner->numTasks; t++) {
    tuner->tasks[t].numInFlight = 0;
    if (!untried[t])
      continue;
    asTaskHistoryFree(&tuner->tasks[t].history);
    tuner->tasks[t].donor[0] = 0;
  }
}

AsStatus asUntriedEstimate(AsTuner *tuner, AsError *error) {
  bool *untried = asAlloc((size_t)tuner->numTasks + 1);
  int count = 0;
  for (int t = 0; t < tuner->numTasks; t++)
    count += untried[t] = asTunerIsUntried(&tuner->tasks[t]);
  AsStatus status = AS_OK;
  if (count && applies(tuner)) {
    tuner->given.keepsNothing = tuner->isStatic = tuner->isOver = true;
    tuner->phase = AS_TUNE_SEARCH;
    dropStarted(tuner, untried);
    AsCostScorer *scorer = NULL;
    status = asCostScorerCreate(tuner->given.target,
                                (uint64_t)tuner->given.options->seed, &scorer,
                                error);
    if (!status)
      asCostScorerSetBase(scorer, tuner->base.model, tuner->base.share);
    tuner->buildOnly = true;
    if (!status)
      status = asPipelineOpen(tuner, error);
    if (!status)
      status = chooseAll(tuner, untried, scorer, error);
    if (!status && !*tuner->given.interrupted)
      status = asShareLayouts(tuner, scorer, untried, error);
    asCostScorerDestroy(scorer);
  }
  free(untried);
  return status;
}
